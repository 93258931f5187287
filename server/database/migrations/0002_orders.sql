create table orders (
  id uuid primary key default uuidv7(),
  number text not null unique,
  kind text not null check (kind in ('guest', 'cod', 'card')),
  status text not null default 'Placed',
  payment_status text not null default 'Pending' check (payment_status in ('Paid', 'Pending', 'Failed', 'Refunded')),
  total_paise bigint not null check (total_paise >= 0),
  paid_paise bigint not null default 0 check (paid_paise >= 0),
  collect_paise bigint not null default 0 check (collect_paise >= 0),
  -- the address as it was when the order was placed
  delivery_address jsonb not null,
  placed_at timestamptz not null default clock_timestamp()
);
create index orders_newest on orders (placed_at desc, id desc);

-- Each line keeps its own copy of name, price and picture: what was bought does not change when the product does.
create table order_lines (
  order_id uuid not null references orders (id) on delete cascade,
  line integer not null,
  product_id uuid not null references products (id),
  name text not null,
  image_key text not null,
  price_paise bigint not null check (price_paise >= 0),
  quantity integer not null check (quantity between 1 and 99),
  size text check (size in ('M', 'L', 'XL', 'XXL')),
  primary key (order_id, line)
);
create index order_lines_product on order_lines (product_id);

-- One row per key that placed an order; the answer is given again to every retry.
create table idempotency_keys (
  scope text not null,
  key text not null,
  fingerprint text not null,
  answer jsonb,
  created_at timestamptz not null default clock_timestamp(),
  primary key (scope, key)
);
