-- Where the money of the orders placed on a day in India is, counted with the other sums of the day. A day that has changed since is counted
-- when it is read.
create table daily_money (
  day date not null,
  -- a place of contract/figures/money-places.ts, 'all' for what the orders cost, or 'surplus' for what is paid beyond it and not refunded
  place text not null,
  -- orders with money in the place
  orders int not null,
  paise bigint not null,
  -- these orders, newest first, and the amount of each; empty for 'all' and 'surplus'
  order_ids uuid[] not null,
  amounts bigint[] not null,
  primary key (day, place)
);

-- For rows with the column order_id, whose order may change.
create function record_changed_days_of_orders() returns trigger language plpgsql as $$
begin
  insert into changed_order_days (day)
  select (placed_at at time zone 'Asia/Kolkata')::date from orders where id in (old.order_id, new.order_id)
  on conflict do nothing;
  return null;
end $$;

create function record_changed_days_of_refund() returns trigger language plpgsql as $$
begin
  insert into changed_order_days (day)
  select (placed_at at time zone 'Asia/Kolkata')::date from payments join orders on orders.id = payments.order_id
  where payments.id in (old.payment_id, new.payment_id)
  on conflict do nothing;
  return null;
end $$;

create trigger orders_changed_money after update on orders
  for each row when (
    (old.paid_paise, old.collect_paise, old.refunded_paise) is distinct from (new.paid_paise, new.collect_paise, new.refunded_paise)
  ) execute function record_changed_order_day();
create trigger cod_remittance_lines_changed_money after insert or delete or update of order_id, amount_paise on cod_remittance_lines
  for each row execute function record_changed_days_of_orders();
create trigger cod_resolutions_changed_money after insert or delete or update of order_id on cod_resolutions
  for each row execute function record_changed_days_of_orders();
create trigger payouts_changed_money after insert or delete or update of order_id, amount_paise, paid_at on payouts
  for each row execute function record_changed_days_of_orders();
create trigger payments_changed_money after update of order_id, provider_payment_id on payments
  for each row when (
    (old.order_id, old.provider_payment_id) is distinct from (new.order_id, new.provider_payment_id)
  ) execute function record_changed_days_of_orders();
create trigger refunds_changed_money
  after insert or delete or update of payment_id, provider_payment_id, amount_paise, status on refunds
  for each row execute function record_changed_days_of_refund();

-- All days are counted once more.
insert into changed_order_days (day, transaction_id)
select day::date, '0'
from (select min(placed_at) as first, max(placed_at) as last from orders) as placed,
  generate_series((first at time zone 'Asia/Kolkata')::date, (last at time zone 'Asia/Kolkata')::date, interval '1 day') as days (day)
on conflict do nothing;
