-- The courier could not deliver the parcel and returns it.
alter table orders
  drop constraint orders_status,
  add constraint orders_status
    check (status in ('Placed', 'Confirmed', 'Packed', 'Shipped', 'Delivered', 'Cancelled', 'Refused', 'Undelivered')),
  -- Of the payment: refunds that are requested or made, without failed ones.
  add column refunded_paise bigint not null default 0 check (refunded_paise >= 0);

update orders set refunded_paise = refunded.paise
  from (
    select payments.order_id, sum(refunds.amount_paise) as paise
    from payments join refunds on refunds.payment_id = payments.id and refunds.provider_payment_id = payments.provider_payment_id
    where payments.order_id is not null and refunds.status <> 'failed'
    group by payments.order_id
  ) as refunded
  where orders.id = refunded.order_id;

create function sum_order_refunds() returns trigger language plpgsql as $$
declare
  payment payments;
begin
  select * into payment from payments where id = coalesce(new.payment_id, old.payment_id);
  if payment.order_id is null then return null; end if;
  -- A statement of its own, so that the sum below sees what others have committed.
  perform from orders where id = payment.order_id for update;
  update orders set refunded_paise = (
      select coalesce(sum(amount_paise), 0) from refunds
      where payment_id = payment.id and provider_payment_id = payment.provider_payment_id and status <> 'failed'
    ) where id = payment.order_id;
  return null;
end $$;
create trigger refunds_sum after insert or delete or update of status, amount_paise on refunds
  for each row execute function sum_order_refunds();

-- Money that the shop has paid back by hand for an order that was paid on delivery.
create table cash_refunds (
  id uuid primary key default uuidv7(),
  order_id uuid not null references orders (id) on delete cascade,
  amount_paise bigint not null check (amount_paise > 0),
  reason text not null,
  recorded_by uuid references users (id) on delete set null,
  created_at timestamptz not null default clock_timestamp()
);
create index cash_refunds_of_order on cash_refunds (order_id);
