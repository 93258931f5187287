-- What the provider has captured for the shop's checkouts: orders, second payments, and those of another amount. Captures that a server of
-- the version before makes are added by the next comparison with the provider.
create table captured_payments (
  provider_payment_id text primary key,
  payment_id uuid not null references payments (id),
  -- what the provider says, which may differ from what the checkout requested
  amount_paise bigint not null check (amount_paise > 0),
  captured_at timestamptz not null default clock_timestamp()
);
create index captured_payments_of_payment on captured_payments (payment_id);
create index captured_payments_by_time on captured_payments (captured_at);

insert into captured_payments
  select provider_payment_id, id, amount_paise, coalesce(
    (select min(happened_at) from order_events where order_events.order_id = payments.order_id and event = 'Paid'),
    (select min(refunds.created_at) from refunds where refunds.provider_payment_id = payments.provider_payment_id),
    created_at
  )
  from payments where provider_payment_id is not null;

-- Second payments of a checkout, which were refunded in full.
insert into captured_payments
  select distinct on (provider_payment_id) provider_payment_id, payment_id, amount_paise, created_at from refunds
  order by provider_payment_id, amount_paise desc
  on conflict do nothing;

-- Payments of another amount than requested.
insert into captured_payments
  select paid[2], id, paid[1]::bigint, created_at
  from (select id, created_at, regexp_match(discrepancy, '^paid ([1-9]\d*) INR as (\w+), ') as paid from payments) as discrepancies
  where paid is not null
  on conflict do nothing;
