alter table products
  -- the maximum retail price on the label
  add column mrp_paise bigint check (mrp_paise > 0),
  -- While a sale is running: the price before it, which comes back at its end. price_paise is what is paid.
  add column regular_price_paise bigint check (regular_price_paise > 0),
  add column sale_ends_at timestamptz;

-- A lower price for a time. A job starts and ends it.
create table product_sales (
  id uuid primary key default uuidv7(),
  product_id uuid not null references products (id) on delete cascade,
  price_paise bigint not null check (price_paise > 0),
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  state text not null default 'planned' check (state in ('planned', 'running', 'over')),
  created_at timestamptz not null default clock_timestamp()
);
create unique index product_sales_open on product_sales (product_id) where state <> 'over';

-- Every price that a product has had, whoever changed it.
create table price_changes (
  id bigint generated always as identity primary key,
  product_id uuid not null references products (id) on delete cascade,
  price_paise bigint not null,
  changed_at timestamptz not null default clock_timestamp()
);
create index price_changes_of_product on price_changes (product_id, id desc);

create function log_price_change() returns trigger language plpgsql as $$
begin
  insert into price_changes (product_id, price_paise) values (new.id, new.price_paise);
  return null;
end $$;
create trigger products_first_price after insert on products
  for each row execute function log_price_change();
create trigger products_price_changed after update of price_paise on products
  for each row when (new.price_paise <> old.price_paise) execute function log_price_change();

insert into price_changes (product_id, price_paise, changed_at) select id, price_paise, created_at from products;
