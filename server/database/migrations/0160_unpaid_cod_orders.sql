-- Delivered orders whose cash no courier has paid and nobody has given up. Triggers keep it, so that the list of COD payments reads
-- neither the history of all orders nor the orders that are paid.
create table unpaid_cod_orders (
  order_id uuid primary key references orders (id) on delete cascade,
  -- null: the order has no shipment
  courier text,
  collect_paise bigint not null,
  delivered_at timestamptz not null
);
create index unpaid_cod_orders_by_age on unpaid_cod_orders (delivered_at, order_id);
create index unpaid_cod_orders_of_courier on unpaid_cod_orders (courier, delivered_at, order_id);
create index order_events_delivered on order_events (order_id, happened_at) where event = 'Delivered' and not internal;

-- The columns are listed, because a function that returns the table's type keeps the table from being dropped before it.
create function find_unpaid_cod_orders() returns table (order_id uuid, courier text, collect_paise bigint, delivered_at timestamptz)
language sql stable as $$
  select orders.id, shipment.courier, orders.collect_paise, coalesce(delivery.delivered_at, placed_at)
  from orders
  left join lateral (
    select shipments.courier from shipments where shipments.order_id = orders.id and direction = 'forward' order by created_at limit 1
  ) as shipment on true
  cross join lateral (
    select max(happened_at) as delivered_at from order_events as events
    where events.order_id = orders.id and event = 'Delivered' and not internal
  ) as delivery
  where status = 'Delivered' and kind <> 'card' and orders.collect_paise > 0
    and not exists (select from cod_remittance_lines as lines where lines.order_id = orders.id)
    and not exists (select from cod_resolutions as resolutions where resolutions.order_id = orders.id);
$$;

insert into unpaid_cod_orders select * from find_unpaid_cod_orders();

create function refresh_unpaid_cod_order(changed uuid) returns void language plpgsql as $$
begin
  delete from unpaid_cod_orders where order_id = changed;
  insert into unpaid_cod_orders select * from find_unpaid_cod_orders() where order_id = changed
    on conflict (order_id) do update
    set courier = excluded.courier, collect_paise = excluded.collect_paise, delivered_at = excluded.delivered_at;
end $$;

create function refresh_unpaid_cod_of_order() returns trigger language plpgsql as $$
begin
  perform refresh_unpaid_cod_order(new.id);
  return null;
end $$;
create trigger orders_insert_unpaid_cod after insert on orders
  for each row when (new.status = 'Delivered') execute function refresh_unpaid_cod_of_order();
create trigger orders_refresh_unpaid_cod after update of status, collect_paise on orders
  for each row when ('Delivered' in (old.status, new.status)) execute function refresh_unpaid_cod_of_order();

create function refresh_unpaid_cod_of_resolution() returns trigger language plpgsql as $$
begin
  perform refresh_unpaid_cod_order(coalesce(new.order_id, old.order_id));
  return null;
end $$;
create trigger cod_resolutions_refresh_unpaid_cod after insert or delete on cod_resolutions
  for each row execute function refresh_unpaid_cod_of_resolution();

create function set_courier_of_unpaid_cod() returns trigger language plpgsql as $$
begin
  update unpaid_cod_orders as unpaid
    set courier = (
      select courier from shipments where order_id = unpaid.order_id and direction = 'forward' order by created_at limit 1
    )
    where order_id in (new.order_id, old.order_id);
  return null;
end $$;
create trigger shipments_set_courier_of_unpaid_cod after insert or update of order_id, courier, direction or delete on shipments
  for each row execute function set_courier_of_unpaid_cod();

create function set_delivery_of_unpaid_cod() returns trigger language plpgsql as $$
begin
  update unpaid_cod_orders as unpaid
    set delivered_at = coalesce(
      (select max(happened_at) from order_events where order_id = unpaid.order_id and event = 'Delivered' and not internal), delivered_at
    )
    where order_id = new.order_id;
  return null;
end $$;
create trigger order_events_set_delivery_of_unpaid_cod after insert or update of happened_at, internal on order_events
  for each row when (new.event = 'Delivered') execute function set_delivery_of_unpaid_cod();

-- Lists have thousands of lines: one call for each statement.
create function remove_unpaid_cod_of_lines() returns trigger language plpgsql as $$
begin
  delete from unpaid_cod_orders where order_id in (select order_id from changed);
  return null;
end $$;
create trigger cod_remittance_lines_remove_unpaid_cod after insert on cod_remittance_lines
  referencing new table as changed for each statement execute function remove_unpaid_cod_of_lines();

create function add_unpaid_cod_of_lines() returns trigger language plpgsql as $$
begin
  insert into unpaid_cod_orders
    select * from find_unpaid_cod_orders() where order_id = any (array(select order_id from changed))
    on conflict (order_id) do nothing;
  return null;
end $$;
create trigger cod_remittance_lines_add_unpaid_cod after delete on cod_remittance_lines
  referencing old table as changed for each statement execute function add_unpaid_cod_of_lines();

create function refresh_unpaid_cod_of_line() returns trigger language plpgsql as $$
begin
  perform refresh_unpaid_cod_order(old.order_id);
  perform refresh_unpaid_cod_order(new.order_id);
  return null;
end $$;
create trigger cod_remittance_lines_refresh_unpaid_cod after update of order_id on cod_remittance_lines
  for each row when (old.order_id is distinct from new.order_id) execute function refresh_unpaid_cod_of_line();
