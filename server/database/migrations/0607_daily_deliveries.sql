-- What became of the parcels of the orders placed on a day, counted with the other sums of the day.
create table daily_deliveries (
  day date not null,
  -- the first three digits of the PIN code; empty where it has none
  pin text not null,
  -- as the address says it, in the same case everywhere
  state text not null,
  payment text not null check (payment in ('online', 'on delivery', 'to the shop')),
  -- of the last parcel; empty where no parcel was entered
  courier text not null,
  -- parcels that have left the shop
  sent int not null,
  delivered int not null,
  refused int not null,
  undelivered int not null,
  primary key (day, pin, state, payment, courier)
);

-- All days are counted once more.
insert into changed_order_days (day, transaction_id)
select day::date, '0'
from (select min(placed_at) as first, max(placed_at) as last from orders) as placed,
  generate_series((first at time zone 'Asia/Kolkata')::date, (last at time zone 'Asia/Kolkata')::date, interval '1 day') as days (day)
on conflict do nothing;

create trigger orders_changed_day_of_address after update of delivery_address on orders
  for each row when (
    (old.delivery_address ->> 'pinCode', old.delivery_address ->> 'state')
    is distinct from (new.delivery_address ->> 'pinCode', new.delivery_address ->> 'state')
  ) execute function record_changed_order_day();
create trigger shipments_changed_day_added after insert or delete on shipments
  for each row execute function record_changed_day_of_order();
create trigger shipments_changed_day after update on shipments
  for each row when (old.courier <> new.courier) execute function record_changed_day_of_order();
