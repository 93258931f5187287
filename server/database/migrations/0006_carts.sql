create table cart_lines (
  user_id uuid not null references users (id) on delete cascade,
  product_id uuid not null references products (id) on delete cascade,
  -- '' for a piece that a guest added without a size
  size text not null check (size in ('', 'M', 'L', 'XL', 'XXL')),
  quantity integer not null check (quantity between 1 and 99),
  -- the price that the shopper has seen
  seen_paise bigint not null,
  added_at timestamptz not null default clock_timestamp(),
  primary key (user_id, product_id, size)
);

-- The address of the last checkout, one a shopper.
create table delivery_addresses (
  user_id uuid primary key references users (id) on delete cascade,
  address jsonb not null
);
