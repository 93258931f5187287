-- What the shop pays back by hand for a settled return, because it was paid in cash.
create table payouts (
  id uuid primary key default uuidv7(),
  return_id uuid not null unique references returns (id) on delete cascade,
  order_id uuid not null references orders (id) on delete cascade,
  amount_paise bigint not null check (amount_paise > 0),
  -- where the shopper wants the money; null until it is entered
  method text check (method in ('upi', 'bank')),
  -- encrypted by the server; null until it is entered, and erased some time after the payment
  details bytea,
  details_at timestamptz,
  -- of the transfer at the bank; null until it is paid
  reference text check (length(reference) between 1 and 40),
  paid_at timestamptz,
  paid_by uuid references users (id) on delete set null,
  version integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  check ((reference is null) = (paid_at is null)),
  check (details is null or method is not null)
);
create index payouts_of_order on payouts (order_id);
create index payouts_unpaid on payouts (created_at, id) where paid_at is null;
create index payouts_with_details on payouts (paid_at) where details is not null and paid_at is not null;
create trigger payouts_count_version before update on payouts for each row execute function count_return_version();
-- Returns that were settled before.
insert into payouts (return_id, order_id, amount_paise) select id, order_id, cash_paise from returns where state = 'settled' and cash_paise > 0;
