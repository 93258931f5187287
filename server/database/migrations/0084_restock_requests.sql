-- Who is notified by mail when a product, or one of its sizes, is in stock again.
create table restock_requests (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references products (id) on delete cascade,
  -- empty: the product has one stock for all sizes
  size text not null check (length(size) <= 20),
  email text not null,
  -- the mailbox of the address, as in limited_mails
  recipient text not null,
  -- of a shopper who has verified this address
  user_id uuid references users (id) on delete cascade,
  requested_at timestamptz not null default clock_timestamp(),
  -- null: nothing but the link that confirms the address is mailed
  confirmed_at timestamptz,
  notified_at timestamptz,
  unique (product_id, size, recipient)
);
create index restock_requests_waiting on restock_requests (product_id, size, requested_at)
  where confirmed_at is not null and notified_at is null;
create index restock_requests_recipient on restock_requests (recipient);
create index restock_requests_user on restock_requests (user_id) where user_id is not null;
