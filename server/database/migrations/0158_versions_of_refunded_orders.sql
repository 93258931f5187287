-- A refund counts as a change of its order when it is requested, which changes `refunded_paise`. When the provider has processed it, only the
-- payment status changes, and an administrator who looks at the order has nothing to review.
create or replace function count_order_version() returns trigger language plpgsql as $$
begin
  if new.payment_status = 'Refunded' and old.payment_status = 'Paid' and new.status = old.status and new.refunded_paise = old.refunded_paise then
    return new;
  end if;
  new.version := old.version + 1;
  return new;
end $$;

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
      select coalesce(sum(amount_paise), 0) as paise from refunds
      where payment_id = payment.id and provider_payment_id = payment.provider_payment_id and status <> 'failed'
    ) as refunded
    where id = payment.order_id and refunded_paise <> refunded.paise;
  return null;
end $$;
