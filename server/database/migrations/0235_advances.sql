-- Orders on delivery with an advance: a part is paid online now, and the courier collects the rest. Older servers know neither part.
alter table payments
  -- what the courier collects when this payment becomes an order; 0 when all of it is paid online
  add column collect_paise bigint not null default 0 check (collect_paise >= 0),
  -- what the policies said before it was paid: whether a refused parcel's advance stays with the shop
  add column keeps_advance boolean not null default false;

-- What was paid online of an order on delivery; 0 for every other order.
alter table orders add column advance_paise bigint not null default 0 check (advance_paise >= 0);

-- An order with an advance may have refunds of both parts.
create or replace function sum_order_refunds() returns trigger language plpgsql as $$
declare
  payment payments;
begin
  select * into payment from payments where id = coalesce(new.payment_id, old.payment_id);
  if payment.order_id is null then return null; end if;
  -- A statement of its own, so that the sum below sees what others have committed.
  perform from orders where id = payment.order_id for update;
  update orders set refunded_paise = refunded.paise
    from (
      select coalesce((
        select sum(amount_paise) from refunds
        where payment_id = payment.id and provider_payment_id = payment.provider_payment_id and status <> 'failed'
      ), 0) + coalesce((select sum(amount_paise) from cash_refunds where order_id = payment.order_id), 0) as paise
    ) as refunded
    where id = payment.order_id and refunded_paise <> refunded.paise;
  return null;
end $$;
