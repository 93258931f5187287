alter table orders
  add column user_id uuid references users (id) on delete set null,
  add constraint orders_status check (status in ('Placed', 'Confirmed', 'Packed', 'Shipped', 'Delivered', 'Cancelled', 'Refused'));
create index orders_of_shopper on orders (user_id, kind, placed_at desc, id desc) where user_id is not null;

-- The same table as server/orders/states.ts, so that no program can move an order where it cannot go.
create table order_moves (
  from_status text not null,
  to_status text not null,
  primary key (from_status, to_status)
);
insert into order_moves values
  ('Placed', 'Confirmed'), ('Placed', 'Cancelled'),
  ('Confirmed', 'Packed'), ('Confirmed', 'Cancelled'),
  ('Packed', 'Shipped'), ('Packed', 'Cancelled'),
  ('Shipped', 'Delivered'), ('Shipped', 'Refused');

create function check_order_move() returns trigger language plpgsql as $$
begin
  if not exists (select from order_moves where from_status = old.status and to_status = new.status) then
    raise exception 'An order cannot go from % to %', old.status, new.status using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger orders_move before update of status on orders
  for each row when (old.status is distinct from new.status) execute function check_order_move();

-- What happened to an order, when, and by whom: the timeline, the bell and the mails all read it.
create table order_events (
  id bigint generated always as identity primary key,
  order_id uuid not null references orders (id) on delete cascade,
  event text not null,
  actor text not null check (actor in ('guest', 'shopper', 'admin', 'system')),
  actor_id uuid references users (id) on delete set null,
  happened_at timestamptz not null default clock_timestamp()
);
create index order_events_of_order on order_events (order_id, id);

alter table users add column notifications_read_at timestamptz not null default clock_timestamp();
