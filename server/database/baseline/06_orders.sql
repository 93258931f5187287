create function add_order_sums(keys bytea[], at timestamptz, more_orders integer, more_items integer, more_paise bigint, more_placed_items integer, more_placed_paise bigint) returns table(key bytea, hour timestamptz, orders integer, items integer, total_paise bigint, placed_items integer, placed_paise bigint) language sql as $$
  insert into unconfirmed_sums as sums
    select key, date_trunc('hour', at, 'UTC'), more_orders, more_items, more_paise, more_placed_items, more_placed_paise
    from unnest(keys) as key order by key
    on conflict (key, hour) do update set orders = sums.orders + excluded.orders, items = sums.items + excluded.items,
      total_paise = sums.total_paise + excluded.total_paise, placed_items = sums.placed_items + excluded.placed_items,
      placed_paise = sums.placed_paise + excluded.placed_paise
    returning sums.key, sums.hour, sums.orders, sums.items, sums.total_paise, sums.placed_items, sums.placed_paise
$$;

create function add_unconfirmed(keys bytea[], at timestamptz, more_orders integer, more_items integer, more_paise bigint) returns table(key bytea, hour timestamptz, orders integer, items integer, total_paise bigint) language sql as $$
  insert into unconfirmed_sums as sums
    select key, date_trunc('hour', at, 'UTC'), more_orders, more_items, more_paise from unnest(keys) as key order by key
    on conflict (key, hour) do update set orders = sums.orders + excluded.orders, items = sums.items + excluded.items,
      total_paise = sums.total_paise + excluded.total_paise
    returning sums.key, sums.hour, sums.orders, sums.items, sums.total_paise
$$;

create function check_order_adjustments() returns trigger language plpgsql as $$
declare
  changed uuid := case when tg_op = 'DELETE' then old.order_id else new.order_id end;
begin
  if exists (
    select from orders where id = changed
      and adjustment_paise <> (select coalesce(sum(amount_paise), 0) from order_adjustments where order_id = changed)
  ) or exists (
    select from order_lines as lines where order_id = changed
      and adjustment_paise <> (
        select coalesce(sum(amount_paise), 0) from order_adjustments where order_id = changed and line = lines.line
      )
  ) then
    raise exception 'The adjustments of order % do not add up.', changed using errcode = 'check_violation';
  end if;
  return null;
end $$;

create function check_order_transition() returns trigger language plpgsql as $$
begin
  if exists (select from order_transitions where from_status = old.status and to_status = new.status) then
    return new;
  end if;
  if current_setting('shop.undo', true) = 'on'
    and exists (select from order_transitions where from_status = new.status and to_status = old.status) then
    return new;
  end if;
  raise exception 'An order cannot go from % to %', old.status, new.status using errcode = 'check_violation';
end $$;

create function count_confirmed_order() returns trigger language plpgsql as $$
declare
  sign integer := case when new.status = 'Placed' then 1 else -1 end;
  -- A link in a mail shows only that the mailbox exists.
  placed_sign integer := case
    when 'Confirmed' in (old.status, new.status) and (not new.confirmed_by_link or new.paid_paise > 0) then sign
    else 0
  end;
begin
  perform added.key from order_sources as source,
    add_order_sums(coalesce(source.counted_keys, array_remove(source.keys || source.range_key, null)), source.counted_at, sign, sign * source.items, sign * source.total_paise,
      placed_sign * source.items, placed_sign * source.total_paise) as added
    where source.order_id = new.id;
  return null;
end $$;

create function count_order_version() returns trigger language plpgsql as $$
begin
  if new.payment_status = 'Refunded' and old.payment_status = 'Paid' and new.status = old.status and new.refunded_paise = old.refunded_paise then
    return new;
  end if;
  new.version := old.version + 1;
  return new;
end $$;

create function is_address_complete(address jsonb) returns boolean
    language sql immutable
    return ((regexp_replace(coalesce((address ->> 'phone'), ''), '[\s().-]', '', 'g') ~ '^(\+?91|0)?[0-9]{10}$')
      and (regexp_replace(coalesce((address ->> 'pinCode'), ''), '\s', '', 'g') ~ '^[0-9]{6}$'));

create function refresh_unpaid_cod_of_order() returns trigger language plpgsql as $$
begin
  perform refresh_unpaid_cod_order(new.id);
  return null;
end $$;

create function set_delivery_of_unpaid_cod() returns trigger language plpgsql as $$
begin
  update unpaid_cod_orders as unpaid
    set delivered_at = coalesce(
      (select max(happened_at) from order_events where order_id = unpaid.order_id and event = 'Delivered' and not internal), delivered_at
    )
    where order_id = new.order_id;
  return null;
end $$;

create function set_shipped_at() returns trigger language plpgsql as $$
begin
  update shipments set shipped_at = case when new.status = 'Shipped' then clock_timestamp() end
  where order_id = new.id and direction = 'forward';
  return null;
end $$;

create table orders (
  id uuid default uuidv7() primary key,
  number text not null unique,
  kind text not null check (kind in ('guest', 'cod', 'card')),
  status text default 'Placed' not null,
  payment_status text default 'Pending' not null check (payment_status in ('Paid', 'Pending', 'Failed', 'Refunded')),
  total_paise bigint not null check (total_paise >= 0),
  paid_paise bigint default 0 not null check (paid_paise >= 0),
  collect_paise bigint default 0 not null check (collect_paise >= 0),
  delivery_address jsonb not null,
  placed_at timestamptz default clock_timestamp() not null,
  user_id uuid references users (id) on delete set null,
  version integer default 1 not null,
  refunded_paise bigint default 0 not null check (refunded_paise >= 0),
  returned_parcel text check (returned_parcel in ('on its way', 'sellable', 'damaged')),
  search_text text generated always as (lower(((((((((((((((((((' ' || number) || ' ') || replace(number, '-', '')) || ' ')
    || coalesce((delivery_address ->> 'firstName'), '')) || ' ') || coalesce((delivery_address ->> 'lastName'), '')) || ' ')
    || coalesce((delivery_address ->> 'phone'), '')) || ' ') || regexp_replace(coalesce((delivery_address ->> 'phone'), ''), '\D', '', 'g'))
    || ' ') || coalesce((delivery_address ->> 'email'), '')) || ' ') || coalesce((delivery_address ->> 'city'), '')) || ' ')
    || regexp_replace(coalesce((delivery_address ->> 'pinCode'), ''), '\s', '', 'g')) || ' '))) stored not null,
  flags text[] default '{}'::text[] not null,
  confirmed_by_link boolean default false not null,
  customer_key text generated always as (coalesce((user_id)::text, "substring"(regexp_replace(coalesce((delivery_address ->> 'phone'), ''),
    '\D', '', 'g'), '\d{10}$'), nullif(lower(trim(both from coalesce((delivery_address ->> 'email'), ''))), ''),
    (id)::text)) stored not null,
  adjustment_paise bigint default 0 not null,
  to_pay_paise bigint generated always as (total_paise + adjustment_paise) stored not null,
  cancels_at timestamptz,
  delivery_days smallint default current_delivery_days(),
  advance_paise bigint default 0 not null check (advance_paise >= 0),
  exchange_return_id uuid,
  link_revision integer default 0 not null,
  constraint orders_status check (status in ('Placed', 'Confirmed', 'Packed', 'Shipped', 'Delivered', 'Cancelled', 'Refused', 'Undelivered')),
  constraint orders_to_pay_check check ((total_paise + adjustment_paise) >= 0)
) with (autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_insert_scale_factor=0.02);
create index orders_address_incomplete on orders (id) where (status in ('Placed', 'Confirmed', 'Packed')) and (not is_address_complete(delivery_address));
create index orders_by_customer on orders (customer_key, placed_at desc, id desc);
create index orders_coming_back on orders (placed_at, id) where returned_parcel = 'on its way';
create index orders_confirming_email on orders (lower((delivery_address ->> 'email'))) where confirmed_by_link or (paid_paise > 0);
create unique index orders_exchange_return on orders (exchange_return_id) where exchange_return_id is not null;
create index orders_figures on orders (placed_at) include (id, status, payment_status, paid_paise, refunded_paise, collect_paise,
  flags) where exchange_return_id is null;
create index orders_kind_newest on orders (kind, placed_at desc, id desc);
create index orders_newest on orders (placed_at desc, id desc);
create index orders_of_email on orders (lower((delivery_address ->> 'email')), placed_at desc);
create index orders_of_phone on orders ("right"(regexp_replace((delivery_address ->> 'phone'), '\D', '', 'g'), 10), placed_at desc);
create index orders_of_shopper on orders (user_id, kind, placed_at desc, id desc) where user_id is not null;
create index orders_open_by_phone on orders (((delivery_address ->> 'phone'))) where (kind <> 'card')
  and (status in ('Placed', 'Confirmed', 'Packed', 'Shipped'));
create index orders_received_back on orders (id) where (returned_parcel in ('sellable', 'damaged')) and (paid_paise > refunded_paise);
create index orders_refunded_unshipped on orders (id) where (status in ('Placed', 'Confirmed', 'Packed')) and (refunded_paise > 0);
create index orders_refused_by_phone on orders (((delivery_address ->> 'phone'))) where status = 'Refused';
create index orders_search_text on orders using gin (search_text gin_trgm_ops);
create index orders_status_newest on orders (status, placed_at desc, id desc);
create index orders_to_cancel on orders (cancels_at) where (status = 'Placed') and (cancels_at is not null);
create index orders_to_confirm on orders (placed_at desc, id desc) where (status = 'Placed') and (flags <> '{}'::text[]);
create index orders_unshipped on orders (placed_at, id) include (status, flags) where status in ('Placed', 'Confirmed', 'Packed');

create table order_lines (
  order_id uuid not null references orders (id) on delete cascade,
  line integer not null,
  product_id uuid not null references products (id),
  name text not null,
  image_key text not null,
  price_paise bigint not null check (price_paise >= 0),
  quantity integer not null check ((quantity >= 1) and (quantity <= 99)),
  size text check ((length(size) >= 1) and (length(size) <= 20)),
  adjustment_paise bigint default 0 not null,
  subtotal_paise bigint generated always as (price_paise * quantity) stored not null,
  exchange_paise bigint check (exchange_paise >= 0),
  primary key (order_id, line),
  constraint order_lines_to_pay_check check (((price_paise * quantity) + adjustment_paise) >= 0)
);
create index order_lines_name on order_lines using gin (lower(name) gin_trgm_ops);
create index order_lines_of_size on order_lines (product_id, size) include (order_id);
create index order_lines_product on order_lines (product_id);
create index order_lines_without_size on order_lines (order_id) where size is null;

create table order_adjustments (
  id bigint generated always as identity primary key,
  order_id uuid not null references orders (id) on delete cascade,
  line integer,
  kind text not null check (kind in ('discount', 'fee')),
  label_code text not null check ((length(label_code) >= 1) and (length(label_code) <= 100)),
  amount_paise bigint not null check (amount_paise <> 0),
  data jsonb default '{}'::jsonb not null,
  constraint order_adjustments_check check ((kind = 'discount') = (amount_paise < 0)),
  constraint order_adjustments_check1 check ((kind = 'fee') or (line is not null)),
  constraint order_adjustments_order_id_line_fkey foreign key (order_id, line) references order_lines(order_id, line) on delete cascade
);
create index order_adjustments_order on order_adjustments (order_id);

create table order_events (
  id bigint generated always as identity primary key,
  order_id uuid not null references orders (id) on delete cascade,
  event text not null,
  actor text not null check (actor in ('guest', 'shopper', 'admin', 'system')),
  actor_id uuid references users (id) on delete set null,
  happened_at timestamptz default clock_timestamp() not null,
  amount_paise bigint,
  internal boolean default false not null,
  change jsonb
);
create index order_events_by_time on order_events (happened_at);
create index order_events_delivered on order_events (order_id, happened_at) where (event = 'Delivered') and (not internal);
create index order_events_no_answer on order_events (order_id) where event = 'No answer';
create index order_events_of_order on order_events (order_id, id);

create table order_notes (
  id uuid default uuidv7() primary key,
  order_id uuid not null references orders (id) on delete cascade,
  author_id uuid references users (id) on delete set null,
  text text not null,
  written_at timestamptz default clock_timestamp() not null
);
create index order_notes_of_order on order_notes (order_id, id);

create table order_transitions (
  from_status text not null,
  to_status text not null,
  constraint order_moves_pkey primary key (from_status, to_status)
);

create table order_sources (
  order_id uuid primary key references orders (id) on delete cascade,
  keys bytea[] not null,
  items integer not null,
  total_paise bigint not null,
  counted_at timestamptz not null,
  range_key bytea,
  counted_keys bytea[],
  ip_factor smallint default 1 not null
);
create index order_sources_by_time on order_sources (counted_at);
create index order_sources_of_key on order_sources using gin (keys);

create unlogged table unconfirmed_sums (
  key bytea not null,
  hour timestamptz not null,
  orders integer not null,
  items integer not null,
  total_paise bigint not null,
  placed_items integer default 0 not null,
  placed_paise bigint default 0 not null,
  primary key (key, hour)
) with (fillfactor=50);

create table archived_orders (
  order_id uuid primary key references orders (id) on delete cascade,
  archived_at timestamptz default clock_timestamp() not null,
  archived_by uuid references users (id) on delete set null
);

create table price_reductions (
  id uuid default uuidv7() primary key,
  order_id uuid not null references orders (id) on delete cascade,
  amount_paise bigint not null check (amount_paise > 0),
  reason text not null,
  reduced_at timestamptz default clock_timestamp() not null
);
create index price_reductions_of_order on price_reductions (order_id);

create table cod_persons (
  person_key bytea primary key,
  cod text not null check (cod in ('advance', 'no')),
  advance_paise bigint check (advance_paise >= 100),
  reason text not null check ((length(reason) >= 1) and (length(reason) <= 200)),
  set_at timestamptz default now() not null,
  set_by uuid references users (id) on delete set null,
  version integer default 0 not null,
  constraint cod_persons_check check ((cod = 'advance') = (advance_paise is not null))
);

create table cod_person_events (
  id integer generated always as identity primary key,
  person_keys bytea[] not null,
  event text not null check (event in ('limited', 'changed', 'allowed')),
  change jsonb not null,
  happened_at timestamptz default now() not null,
  actor_id uuid references users (id) on delete set null
);
create index cod_person_events_actor_id on cod_person_events (actor_id) where actor_id is not null;
create index cod_person_events_person_keys on cod_person_events using gin (person_keys);

create trigger orders_check_transition before update of status on orders
  for each row when ((old.status is distinct from new.status)) execute function check_order_transition();
create trigger orders_confirmed after update of status on orders
  for each row when (((new.kind <> 'card') and ((old.status = 'Placed') <> (new.status = 'Placed')))) execute function count_confirmed_order();
create trigger orders_count_version before update on orders for each row execute function count_order_version();
create trigger orders_insert_unpaid_cod after insert on orders
  for each row when ((new.status = 'Delivered')) execute function refresh_unpaid_cod_of_order();
create trigger orders_refresh_unpaid_cod after update of status, collect_paise on orders
  for each row when ((('Delivered' = old.status) or ('Delivered' = new.status))) execute function refresh_unpaid_cod_of_order();
create trigger orders_set_shipped_at after update of status on orders
  for each row when (((new.status is distinct from old.status) and ((new.status = 'Shipped') or ((old.status = 'Shipped')
    and (new.status = 'Packed'))))) execute function set_shipped_at();
create constraint trigger order_adjustments_sum after insert or delete or update on order_adjustments deferrable initially deferred
  for each row execute function check_order_adjustments();
create trigger order_events_set_delivery_of_unpaid_cod after insert or update of happened_at, internal on order_events
  for each row when ((new.event = 'Delivered')) execute function set_delivery_of_unpaid_cod();
