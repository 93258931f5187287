-- Drafts and archived products get the changed words of their category, too: they come back.
create or replace function search_category_words() returns trigger language plpgsql as $$
begin
  update products set name = name where category = new.key and (deleted_at is null or hidden_as is not null);
  return null;
end $$;
