-- Persons whose first order was placed on a day, by where this order comes from, and what they have ordered since. A person is orders.customer_key.
create table daily_buyers (
  day date not null,
  -- as in daily_order_sources, of the first order
  kind text not null check (kind in ('visit', 'not known', 'entered')),
  source text not null,
  persons int not null,
  -- of them, persons with a second order
  again int not null,
  -- days from the first to the second order, of all persons with one
  days_to_second bigint not null,
  -- of these persons until now, the first ones included
  orders int not null,
  -- orders of the day whose items were taken away by somebody who has said neither phone nor email: of no person
  unnamed int not null,
  primary key (day, kind, source)
);

-- A day is counted again when another order becomes the first or the second of a person. Read from orders_by_customer even while the table
-- has no statistics: then PostgreSQL would read all orders for each new one.
create function record_first_order_days(person text) returns void language sql set enable_seqscan = off set enable_sort = off as $$
  insert into changed_order_days (day)
  select distinct (placed_at at time zone 'Asia/Kolkata')::date from (
    select placed_at from orders
    where customer_key = person and exchange_return_id is null and not exists (select from archived_orders where order_id = orders.id)
    order by placed_at, id limit 2
  ) as first_orders
  on conflict do nothing
$$;

create function record_days_of_person() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform record_first_order_days(old.customer_key); end if;
  if tg_op <> 'DELETE' and (tg_op = 'INSERT' or new.customer_key <> old.customer_key) then
    perform record_first_order_days(new.customer_key);
  end if;
  return null;
end $$;

create function record_days_of_archived_person() returns trigger language plpgsql as $$
begin
  perform record_first_order_days(customer_key) from orders where id = coalesce(new.order_id, old.order_id);
  return null;
end $$;

create trigger orders_days_of_person_added after insert or delete on orders
  for each row execute function record_days_of_person();
create trigger orders_days_of_person after update on orders
  for each row when ((old.customer_key, old.placed_at) is distinct from (new.customer_key, new.placed_at))
  execute function record_days_of_person();
create trigger orders_changed_day_of_person after update on orders
  for each row when (old.customer_key <> new.customer_key) execute function record_changed_order_day();
create trigger archived_orders_days_of_person after insert or delete on archived_orders
  for each row execute function record_days_of_archived_person();

-- All days are counted once more.
insert into changed_order_days (day, transaction_id)
select day::date, '0'
from (select min(placed_at) as first, max(placed_at) as last from orders) as placed,
  generate_series((first at time zone 'Asia/Kolkata')::date, (last at time zone 'Asia/Kolkata')::date, interval '1 day') as days (day)
on conflict do nothing;
