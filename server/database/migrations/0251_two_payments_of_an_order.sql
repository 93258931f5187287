-- An order with an advance can have a second payment, of the rest, whose fingerprint names the order.
create unique index payments_first_of_order on payments (order_id) where fingerprint not like 'order %';
create unique index payments_for_order on payments (order_id) where fingerprint like 'order %';
create index payments_of_order on payments (order_id) where order_id is not null;
alter table payments drop constraint payments_order_id_key;

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
        select sum(refunds.amount_paise) from refunds
        join payments as paid on paid.id = refunds.payment_id and paid.provider_payment_id = refunds.provider_payment_id
        where paid.order_id = payment.order_id and refunds.status <> 'failed'
      ), 0) + coalesce((select sum(amount_paise) from cash_refunds where order_id = payment.order_id), 0) as paise
    ) as refunded
    where id = payment.order_id and refunded_paise <> refunded.paise;
  return null;
end $$;
