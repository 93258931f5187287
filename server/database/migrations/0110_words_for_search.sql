-- A product's own words for search, a field of its details: they find it and count least.
create or replace function set_product_search() returns trigger language plpgsql as $$
declare
  category_words text;
  search_words text := coalesce(new.details->>'searchWords', '');
begin
  select words into category_words from categories where key = new.category for key share;
  if not found then
    raise foreign_key_violation using message = format('category %s does not exist', new.category), constraint = 'products_category';
  end if;
  new.search_text := lower(new.name || ' ' || category_words || ' ' || search_words);
  new.search_vector :=
    setweight(to_tsvector('english', new.name), 'A') ||
    setweight(to_tsvector('english', category_words), 'B') ||
    setweight(to_tsvector('english', new.description), 'C') ||
    setweight(to_tsvector('english', search_words), 'D');
  return new;
end $$;

drop trigger products_search on products;
create trigger products_search before insert or update of name, description, category, details on products
  for each row execute function set_product_search();
drop trigger products_words on products;
create trigger products_words after insert or update of name, category, details on products
  for each row execute function add_product_words();
