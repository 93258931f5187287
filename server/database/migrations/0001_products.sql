create extension if not exists pg_trgm;

create table products (
  id uuid primary key default uuidv7(),
  name text not null check (length(name) between 1 and 200),
  description text not null,
  category text not null check (category in ('TEE', 'JOGGER', 'HOODIE', 'DENIM')),
  price_paise bigint not null check (price_paise > 0),
  stock integer not null check (stock >= 0),
  image_key text not null,
  backdrop text not null default '#e8e0d4',
  created_at timestamptz not null default clock_timestamp(),
  deleted_at timestamptz,
  -- The words a shopper may call a category by, so that 'tshirt' and 'sweatpants' find something.
  search_words text not null generated always as (
    lower(name || ' ' || case category
      when 'TEE' then 'tee tees tshirt t-shirt shirt top'
      when 'JOGGER' then 'jogger joggers sweatpants trackpants pants'
      when 'HOODIE' then 'hoodie hoodies sweatshirt pack combo fleece'
      else 'denim jeans cargo cargos pants'
    end)
  ) stored,
  search_text tsvector not null generated always as (
    setweight(to_tsvector('english', name), 'A') ||
    setweight(to_tsvector('english', case category
      when 'TEE' then 'tee tees tshirt t-shirt shirt top'
      when 'JOGGER' then 'jogger joggers sweatpants trackpants pants'
      when 'HOODIE' then 'hoodie hoodies sweatshirt pack combo fleece'
      else 'denim jeans cargo cargos pants'
    end), 'B') ||
    setweight(to_tsvector('english', description), 'C')
  ) stored
) with (fillfactor = 85); -- room on the page for the stock to change without touching an index

create index products_newest on products (created_at desc, id desc) where deleted_at is null;
create index products_price on products (price_paise, id) where deleted_at is null;
create index products_category_newest on products (category, created_at desc, id desc) where deleted_at is null;
create index products_category_price on products (category, price_paise, id) where deleted_at is null;
create index products_search_text on products using gin (search_text) where deleted_at is null;
create index products_search_words on products using gin (search_words gin_trgm_ops) where deleted_at is null;

-- How many products a list has, kept by the database, so that no page has to count.
create table product_counts (
  category text primary key,
  products bigint not null
);
insert into product_counts values ('TEE', 0), ('JOGGER', 0), ('HOODIE', 0), ('DENIM', 0);

create function count_products() returns trigger language plpgsql as $$
begin
  if tg_op in ('INSERT', 'UPDATE') and new.deleted_at is null then
    update product_counts set products = products + 1 where category = new.category;
  end if;
  if tg_op in ('DELETE', 'UPDATE') and old.deleted_at is null then
    update product_counts set products = products - 1 where category = old.category;
  end if;
  return null;
end $$;

-- Only of these columns: an order changes the stock and must not pay for counting.
create trigger products_counted after insert or delete or update of category, deleted_at on products
  for each row execute function count_products();
