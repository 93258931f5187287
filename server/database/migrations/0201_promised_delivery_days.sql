-- The longest delivery in days that the policies name now: 7 until an administrator changes it.
create function current_delivery_days() returns smallint language sql stable as $$
  select coalesce((select (value -> 'deliveryDays' ->> 1)::smallint from settings where key = 'policies'), 7::smallint)
$$;

-- What the policies promised when an order was placed; null for orders before this column.
alter table orders add column delivery_days smallint;
alter table orders alter column delivery_days set default current_delivery_days();
