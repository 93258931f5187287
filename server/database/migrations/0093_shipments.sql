-- The parcels of an order. Couriers' APIs will fill what is null here: a shipment may exist before it has a tracking number.
create table shipments (
  id uuid primary key default uuidv7(),
  order_id uuid not null references orders (id) on delete cascade,
  direction text not null default 'forward' check (direction in ('forward', 'return')),
  -- a key of contract/couriers.ts
  courier text not null check (courier <> ''),
  -- in upper case, without spaces
  tracking_number text check (tracking_number <> ''),
  tracking_url text check (tracking_url like 'https://%'),
  -- what the courier said last, in its own words
  status text,
  status_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  -- handed to the courier
  shipped_at timestamptz
);
create index shipments_of_order on shipments (order_id, created_at);
create unique index shipments_by_number on shipments (courier, tracking_number) where tracking_number is not null;

-- The forward shipments of an order leave with it, and are back when this is undone.
create function set_shipped_at() returns trigger language plpgsql as $$
begin
  update shipments set shipped_at = case when new.status = 'Shipped' then clock_timestamp() end
  where order_id = new.id and direction = 'forward';
  return null;
end $$;
create trigger orders_set_shipped_at after update of status on orders
  for each row when (new.status is distinct from old.status and (new.status = 'Shipped' or (old.status = 'Shipped' and new.status = 'Packed')))
  execute function set_shipped_at();
