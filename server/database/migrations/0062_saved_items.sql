-- Products that a shopper has saved for later.
create table saved_items (
  user_id uuid not null references users (id) on delete cascade,
  product_id uuid not null references products (id) on delete cascade,
  saved_at timestamptz not null default clock_timestamp(),
  primary key (user_id, product_id)
);
