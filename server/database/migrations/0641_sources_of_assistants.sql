-- The source of an order of an assistant is the assistant: its day is counted again when the order becomes one.
create trigger ucp_orders_changed_day after insert on ucp_orders
  for each row execute function record_changed_day_of_order();

insert into changed_order_days (day, transaction_id)
select distinct (placed_at at time zone 'Asia/Kolkata')::date, '0'::xid8 from orders join ucp_orders on order_id = orders.id
on conflict do nothing;
