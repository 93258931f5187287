create function add_unpaid_cod_of_lines() returns trigger language plpgsql as $$
begin
  insert into unpaid_cod_orders
    select * from find_unpaid_cod_orders() where order_id = any (array(select order_id from changed))
    on conflict (order_id) do nothing;
  return null;
end $$;

create function count_remittance_version() returns trigger language plpgsql as $$
begin
  update cod_remittances set version = version + 1 where id = new.remittance_id;
  return null;
end $$;

create function find_unpaid_cod_orders() returns table(order_id uuid, courier text, collect_paise bigint, delivered_at timestamptz) language sql stable as $$
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

create function refresh_unpaid_cod_of_line() returns trigger language plpgsql as $$
begin
  perform refresh_unpaid_cod_order(old.order_id);
  perform refresh_unpaid_cod_order(new.order_id);
  return null;
end $$;

create function refresh_unpaid_cod_of_resolution() returns trigger language plpgsql as $$
begin
  perform refresh_unpaid_cod_order(coalesce(new.order_id, old.order_id));
  return null;
end $$;

create function refresh_unpaid_cod_order(changed uuid) returns void language plpgsql as $$
begin
  delete from unpaid_cod_orders where order_id = changed;
  insert into unpaid_cod_orders select * from find_unpaid_cod_orders() where order_id = changed
    on conflict (order_id) do update
    set courier = excluded.courier, collect_paise = excluded.collect_paise, delivered_at = excluded.delivered_at;
end $$;

create function remove_unpaid_cod_of_lines() returns trigger language plpgsql as $$
begin
  delete from unpaid_cod_orders where order_id in (select order_id from changed);
  return null;
end $$;

create function set_courier_of_unpaid_cod() returns trigger language plpgsql as $$
begin
  update unpaid_cod_orders as unpaid
    set courier = (
      select courier from shipments where order_id = unpaid.order_id and direction = 'forward' order by created_at limit 1
    )
    where order_id in (new.order_id, old.order_id);
  return null;
end $$;

create table shipments (
  id uuid default uuidv7() primary key,
  order_id uuid not null references orders (id) on delete cascade,
  direction text default 'forward' not null check (direction in ('forward', 'return')),
  courier text not null check (courier <> ''),
  tracking_number text check (tracking_number <> ''),
  tracking_url text check (tracking_url like 'https://%'),
  status text,
  status_at timestamptz,
  created_at timestamptz default clock_timestamp() not null,
  shipped_at timestamptz
);
create unique index shipments_by_number on shipments (courier, tracking_number) where tracking_number is not null;
create index shipments_by_tracking_number on shipments (tracking_number) where tracking_number is not null;
create index shipments_of_order on shipments (order_id, created_at);

create table cod_remittances (
  id uuid default uuidv7() primary key,
  courier text not null check (courier <> ''),
  fingerprint text not null unique,
  entered_by uuid references users (id) on delete set null,
  entered_at timestamptz default clock_timestamp() not null,
  pays_several boolean default false not null,
  bank_paise bigint check (bank_paise > 0),
  utr text check (utr <> ''),
  version integer default 0 not null,
  undone_at timestamptz,
  undone_by uuid references users (id) on delete set null,
  undone_lines jsonb,
  constraint cod_remittances_undone check ((undone_at is null) = (undone_lines is null))
);
create index cod_remittances_by_time on cod_remittances (entered_at desc);
create index cod_remittances_of_user on cod_remittances (entered_by) where entered_by is not null;
create index cod_remittances_undone_by_user on cod_remittances (undone_by) where undone_by is not null;

create table cod_remittance_lines (
  id uuid default uuidv7() primary key,
  remittance_id uuid not null references cod_remittances (id) on delete cascade,
  line integer not null check (line > 0),
  tracking_number text not null check (tracking_number <> ''),
  amount_paise bigint not null check (amount_paise > 0),
  reference text,
  paid_on date,
  order_id uuid references orders (id) on delete set null,
  expected_paise bigint,
  outcome text not null check (outcome in ('matched', 'short', 'over', 'unknown', 'not due', 'not delivered')),
  note text,
  resolved_by uuid references users (id) on delete set null,
  resolved_at timestamptz,
  courier text,
  unique (remittance_id, line)
);
create index cod_remittance_lines_by_number on cod_remittance_lines (tracking_number);
create index cod_remittance_lines_by_order on cod_remittance_lines (order_id) where order_id is not null;
create index cod_remittance_lines_of_user on cod_remittance_lines (resolved_by) where resolved_by is not null;
create index cod_remittance_lines_open on cod_remittance_lines (remittance_id) where (outcome <> 'matched') and (resolved_at is null);
create index cod_remittance_lines_resolved on cod_remittance_lines (resolved_at desc) where resolved_at is not null;

create table cod_resolutions (
  order_id uuid primary key references orders (id) on delete cascade,
  note text not null check (note <> ''),
  resolved_by uuid references users (id) on delete set null,
  resolved_at timestamptz default clock_timestamp() not null
);
create index cod_resolutions_of_user on cod_resolutions (resolved_by) where resolved_by is not null;

create table unpaid_cod_orders (
  order_id uuid primary key references orders (id) on delete cascade,
  courier text,
  collect_paise bigint not null,
  delivered_at timestamptz not null
);
create index unpaid_cod_orders_by_age on unpaid_cod_orders (delivered_at, order_id);
create index unpaid_cod_orders_of_courier on unpaid_cod_orders (courier, delivered_at, order_id);

create trigger shipments_set_courier_of_unpaid_cod after insert or delete or update of order_id, courier, direction on shipments
  for each row execute function set_courier_of_unpaid_cod();
create trigger cod_remittance_lines_add_unpaid_cod after delete on cod_remittance_lines referencing old table as changed
  for each statement execute function add_unpaid_cod_of_lines();
create trigger cod_remittance_lines_count_version after update of resolved_at on cod_remittance_lines
  for each row when ((old.resolved_at is distinct from new.resolved_at)) execute function count_remittance_version();
create trigger cod_remittance_lines_refresh_unpaid_cod after update of order_id on cod_remittance_lines
  for each row when ((old.order_id is distinct from new.order_id)) execute function refresh_unpaid_cod_of_line();
create trigger cod_remittance_lines_remove_unpaid_cod after insert on cod_remittance_lines referencing new table as changed
  for each statement execute function remove_unpaid_cod_of_lines();
create trigger cod_resolutions_refresh_unpaid_cod after insert or delete on cod_resolutions
  for each row execute function refresh_unpaid_cod_of_resolution();
