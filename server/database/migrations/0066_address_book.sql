-- The address book. The default is the address in delivery_addresses, which every checkout reads and saves.
alter table delivery_addresses
  add column address_id uuid not null default gen_random_uuid() unique,
  -- false: typed at a checkout, and replaced by the next one
  add column in_book boolean not null default false;

create table other_addresses (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  address jsonb not null,
  saved_at timestamptz not null default clock_timestamp()
);
create index other_addresses_of_shopper on other_addresses (user_id, saved_at);
