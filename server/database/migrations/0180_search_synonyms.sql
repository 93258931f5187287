-- What shoppers call a product by a word that the catalogue does not have. Read only when a search finds nothing.
create table search_synonyms (
  word text primary key check (word ~ '^[[:alpha:]]{3,30}$'),
  means text not null check (means ~ '^[[:alpha:]]{3,30}$')
);
insert into search_synonyms (word, means) values
  ('pyjama', 'jogger'), ('pajama', 'jogger'), ('trouser', 'jogger'), ('lowers', 'jogger'), ('sweatpants', 'jogger'), ('trackpants', 'jogger'),
  ('kameez', 'kurta'), ('tunic', 'kurta'), ('kurti', 'kurta'),
  ('blouse', 'shirt'),
  ('sweatshirt', 'hoodie'), ('pullover', 'hoodie'), ('jumper', 'hoodie'), ('sweater', 'hoodie'),
  ('jeans', 'denim');

-- Typos in the words of declared fabrics are corrected, too: descriptions name them.
create or replace function add_product_words() returns trigger language plpgsql as $$
begin
  insert into product_words
    select word
    from unnest(tsvector_to_array(to_tsvector('simple', new.search_text || ' ' || coalesce(new.details->>'fabric', '')))) as words (word)
    where word ~ '^[[:alpha:]]{3,30}$' order by word
    on conflict do nothing;
  return null;
end $$;
insert into product_words
  select distinct word
  from (select distinct details->>'fabric' as fabric from products where details ? 'fabric') as declared,
    unnest(tsvector_to_array(to_tsvector('simple', fabric))) as words (word)
  where word ~ '^[[:alpha:]]{3,30}$'
  on conflict do nothing;
