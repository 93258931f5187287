-- One row for each card checkout: the cart frozen as it was, the stock it holds, and what became of it.
create table payments (
  id uuid primary key default uuidv7(),
  user_id uuid references users (id) on delete set null,
  -- the provider's order; null while it is being created
  provider_order_id text unique,
  -- the payment that was captured for it
  provider_payment_id text unique,
  amount_paise bigint not null check (amount_paise >= 100),
  status text not null default 'created' check (status in ('created', 'failed', 'authorized', 'paid')),
  -- what is paid is what is shipped, whatever the cart holds by then
  lines jsonb not null,
  delivery_address jsonb not null,
  -- equal carts have equal fingerprints: a second tab finds this checkout instead of holding the stock twice
  fingerprint text not null,
  hold_ends_at timestamptz not null,
  hold_released_at timestamptz,
  order_id uuid unique references orders (id),
  -- what a person must look at: money of another amount or currency
  mismatch text,
  next_check_at timestamptz not null,
  created_at timestamptz not null default clock_timestamp()
);
create index payments_of_shopper on payments (user_id, created_at desc);
create index payments_holding on payments (hold_ends_at) where hold_released_at is null and order_id is null;
create index payments_due on payments (next_check_at) where status <> 'paid';

-- Forward only: a failed payment may still be authorised late, and nothing leaves paid.
create function check_payment_move() returns trigger language plpgsql as $$
begin
  if old.status = 'paid' or (old.status = 'authorized' and new.status = 'created') or (old.status = 'failed' and new.status = 'created') then
    raise exception 'A payment cannot go from % to %', old.status, new.status using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger payments_move before update of status on payments
  for each row when (old.status is distinct from new.status) execute function check_payment_move();

-- Every message of the provider as it came, kept for audit and worked on by a job.
create table payment_events (
  id bigint generated always as identity primary key,
  provider_event_id text not null unique,
  event text not null,
  provider_order_id text,
  payload jsonb not null,
  received_at timestamptz not null default clock_timestamp(),
  processed_at timestamptz
);
create index payment_events_open on payment_events (id) where processed_at is null;
create index payment_events_of_order on payment_events (provider_order_id);

-- Money going back. Written before the provider is asked, with the key that makes asking again harmless.
create table refunds (
  id uuid primary key default uuidv7(),
  payment_id uuid not null references payments (id),
  provider_payment_id text not null,
  amount_paise bigint not null check (amount_paise > 0),
  reason text not null,
  provider_refund_id text unique,
  status text not null default 'asked' check (status in ('asked', 'pending', 'processed', 'failed')),
  attempts integer not null default 0,
  next_try_at timestamptz not null default clock_timestamp(),
  created_at timestamptz not null default clock_timestamp()
);
create index refunds_of_payment on refunds (payment_id);
create index refunds_open on refunds (next_try_at) where status in ('asked', 'pending');
