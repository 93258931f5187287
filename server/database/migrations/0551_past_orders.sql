-- Orders of an earlier shop, to be found by their number and their customer. They are in no figure, document or stock.
create table past_order_imports (
  id uuid default uuidv7() primary key,
  file_name text not null,
  imported_by uuid references users (id) on delete set null,
  imported_at timestamptz default now() not null
);
create index past_order_imports_newest on past_order_imports (imported_at desc);
create index past_order_imports_of_user on past_order_imports (imported_by) where imported_by is not null;

create table past_orders (
  id uuid default uuidv7() primary key,
  import_id uuid not null references past_order_imports (id) on delete cascade,
  number text not null check (length(number) between 1 and 60),
  placed_on date not null,
  delivered_on date,
  status text default '' not null,
  payment text default '' not null,
  name text default '' not null,
  phone text check (phone ~ '^[6-9][0-9]{9}$'),
  email text,
  address text default '' not null,
  total_paise bigint check (total_paise >= 0),
  refunded_paise bigint check (refunded_paise >= 0),
  items jsonb default '[]' not null,
  search_text text generated always as (
    lower(' ' || number || ' ' || replace(replace(number, '#', ''), '-', '') || ' ' || name || ' ' || coalesce(phone, '') || ' ' || coalesce(email, '') || ' ')
  ) stored not null,
  -- Two earlier shops may both have an order #1001.
  unique (number, placed_on)
);
create index past_orders_of_import on past_orders (import_id);
create index past_orders_of_phone on past_orders (phone) where phone is not null;
create index past_orders_of_email on past_orders (email) where email is not null;
create index past_orders_search_text on past_orders using gin (search_text gin_trgm_ops);
