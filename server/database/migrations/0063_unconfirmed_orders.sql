-- Who placed an order that is paid on delivery: keyed hashes of phone, e-mail, device and IP address. Deleted after a day.
create table order_sources (
  order_id uuid primary key references orders on delete cascade,
  keys bytea[] not null,
  items integer not null,
  total_paise bigint not null,
  counted_at timestamptz not null
);
create index order_sources_by_time on order_sources (counted_at);

-- What each of these has ordered in an hour and not confirmed. Unlogged, so that no order waits for the disk because of it:
-- after a crash the sums start at zero.
create unlogged table unconfirmed_sums (
  key bytea,
  hour timestamptz,
  orders integer not null,
  items integer not null,
  total_paise bigint not null,
  primary key (key, hour)
) with (fillfactor = 50);

-- Adds to the sums, in the order of their keys, so that two orders cannot deadlock.
create function add_unconfirmed(keys bytea[], at timestamptz, more_orders integer, more_items integer, more_paise bigint)
returns table (key bytea, hour timestamptz, orders integer, items integer, total_paise bigint) language sql as $$
  insert into unconfirmed_sums as sums
    select key, date_trunc('hour', at, 'UTC'), more_orders, more_items, more_paise from unnest(keys) as key order by key
    on conflict (key, hour) do update set orders = sums.orders + excluded.orders, items = sums.items + excluded.items,
      total_paise = sums.total_paise + excluded.total_paise
    returning sums.key, sums.hour, sums.orders, sums.items, sums.total_paise
$$;

-- An order that is confirmed or cancelled no longer counts; one whose confirmation is undone counts again.
create function count_confirmed_order() returns trigger language plpgsql as $$
declare
  sign integer := case when new.status = 'Placed' then 1 else -1 end;
begin
  perform added.key from order_sources as source,
    add_unconfirmed(source.keys, source.counted_at, sign, sign * source.items, sign * source.total_paise) as added
    where source.order_id = new.id;
  return null;
end $$;
create trigger orders_confirmed after update of status on orders
  for each row when (new.kind <> 'card' and (old.status = 'Placed') <> (new.status = 'Placed')) execute function count_confirmed_order();
