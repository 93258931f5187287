-- Sums of the orders placed on a day in India, as the orders are now. A job counts a day again when one of its orders has changed.
create table daily_orders (
  day date not null,
  -- how they are paid
  payment text not null check (payment in ('online', 'on delivery', 'to the shop')),
  -- who has entered them
  source text not null check (source in ('shopper', 'administrator')),
  orders int not null,
  cancelled int not null,
  delivered int not null,
  refused int not null,
  undelivered int not null,
  -- orders of which an item came back
  returned int not null,
  paise bigint not null,
  -- of those that are not cancelled, refused or undelivered
  sold_paise bigint not null,
  -- the sums of the same day in daily_sales
  units int not null,
  cancelled_units int not null,
  refused_units int not null,
  undelivered_units int not null,
  returned_units int not null,
  sold_units_paise bigint not null,
  primary key (day, payment, source)
);

create table daily_sales (
  day date not null,
  product_id uuid not null references products (id) on delete cascade,
  -- empty where the order says none
  size text not null,
  -- items of all orders; no number of orders, because those of several sizes cannot be added up
  units int not null,
  cancelled int not null,
  refused int not null,
  undelivered int not null,
  returned int not null,
  -- after discounts, without fees
  paise bigint not null,
  sold_paise bigint not null,
  primary key (day, product_id, size)
);
create index daily_sales_of_product on daily_sales (product_id, day);

-- Days to count again. Each transaction adds a row of its own, so that orders of one day do not wait for each other.
create table changed_order_days (
  day date not null,
  -- 0: the day has never been counted
  transaction_id xid8 default pg_current_xact_id() not null,
  primary key (day, transaction_id)
);

insert into changed_order_days (day, transaction_id)
select day::date, '0'
from (select min(placed_at) as first, max(placed_at) as last from orders) as placed,
  generate_series((first at time zone 'Asia/Kolkata')::date, (last at time zone 'Asia/Kolkata')::date, interval '1 day') as days (day);

create function record_changed_order_day() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into changed_order_days (day) values ((old.placed_at at time zone 'Asia/Kolkata')::date) on conflict do nothing;
  end if;
  if tg_op = 'INSERT' or (tg_op = 'UPDATE' and new.placed_at <> old.placed_at) then
    insert into changed_order_days (day) values ((new.placed_at at time zone 'Asia/Kolkata')::date) on conflict do nothing;
  end if;
  return null;
end $$;

-- For the rows that belong to an order.
create function record_changed_day_of_order() returns trigger language plpgsql as $$
begin
  insert into changed_order_days (day)
  select (placed_at at time zone 'Asia/Kolkata')::date from orders where id = coalesce(new.order_id, old.order_id)
  on conflict do nothing;
  return null;
end $$;

create trigger orders_changed_day_added after insert or delete on orders
  for each row execute function record_changed_order_day();
create trigger orders_changed_day after update on orders
  for each row when (
    (old.placed_at, old.status, old.kind, old.to_pay_paise, old.manual_payment, old.exchange_return_id)
    is distinct from (new.placed_at, new.status, new.kind, new.to_pay_paise, new.manual_payment, new.exchange_return_id)
  ) execute function record_changed_order_day();
-- Lines are inserted with their order.
create trigger order_lines_changed_day after update or delete on order_lines
  for each row execute function record_changed_day_of_order();
create trigger returns_changed_day_removed after delete on returns
  for each row execute function record_changed_day_of_order();
create trigger returns_changed_day after update on returns
  for each row when (old.state <> new.state) execute function record_changed_day_of_order();
create trigger return_lines_changed_day_removed after delete on return_lines
  for each row execute function record_changed_day_of_order();
create trigger return_lines_changed_day after update on return_lines
  for each row when (old.refunded is distinct from new.refunded) execute function record_changed_day_of_order();
create trigger archived_orders_changed_day after insert or delete on archived_orders
  for each row execute function record_changed_day_of_order();
