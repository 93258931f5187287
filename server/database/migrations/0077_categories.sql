-- Categories are rows. `words` are what a shopper may call a category: they are searched with the names of its products.
create table categories (
  key text primary key check (key ~ '^[A-Z0-9]+(-[A-Z0-9]+)*$' and length(key) <= 40),
  name text not null check (length(name) between 1 and 60),
  words text not null default '',
  position integer not null,
  is_hidden boolean not null default false,
  -- of new products; null: the sizes of the shop
  sizes text[],
  size_guide jsonb,
  hsn_code text check (hsn_code ~ '^(\d{4}|\d{6}|\d{8})$'),
  version integer not null default 1
);
insert into categories (key, name, words, position) values
  ('TEE', 'Tees', 'tee tees tshirt t-shirt shirt top', 1),
  ('JOGGER', 'Joggers', 'jogger joggers sweatpants trackpants pants', 2),
  ('HOODIE', 'Hoodie packs', 'hoodie hoodies sweatshirt pack combo fleece', 3),
  ('DENIM', 'Denim cargos', 'denim jeans cargo cargos pants', 4);
create trigger categories_notify after insert or update or delete on categories
  for each statement execute function notify_products_changed();

-- No foreign key: deleted products keep the key of a category that was deleted later.
alter table products drop constraint products_category_check;
alter table products alter column search_text drop expression, alter column search_vector drop expression;

create function set_product_search() returns trigger language plpgsql as $$
declare
  category_words text;
begin
  select words into category_words from categories where key = new.category for key share;
  if not found then
    raise foreign_key_violation using message = format('category %s does not exist', new.category), constraint = 'products_category';
  end if;
  new.search_text := lower(new.name || ' ' || category_words);
  new.search_vector :=
    setweight(to_tsvector('english', new.name), 'A') ||
    setweight(to_tsvector('english', category_words), 'B') ||
    setweight(to_tsvector('english', new.description), 'C');
  return new;
end $$;
create trigger products_search before insert or update of name, description, category on products
  for each row execute function set_product_search();

create function search_category_words() returns trigger language plpgsql as $$
begin
  update products set name = name where category = new.key and deleted_at is null;
  return null;
end $$;
create trigger categories_search after update of words on categories
  for each row when (old.words is distinct from new.words) execute function search_category_words();
