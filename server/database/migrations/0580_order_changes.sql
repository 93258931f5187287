-- The last change of each order, for programs that read the orders which have changed. A trigger numbers it as its event, in the order of publication.
create table order_changes (
  order_id uuid primary key references orders (id) on delete cascade,
  number bigint not null
);

create function record_order_change() returns trigger language plpgsql as $$
begin
  insert into order_changes (order_id, number) values (new.order_id, new.id)
  on conflict (order_id) do update set number = greatest(order_changes.number, excluded.number);
  return null;
end $$;

-- A message to the shop is no change of its order.
create trigger events_order_changed after insert on events
  for each row when (new.order_id is not null and new.type <> 'ticket.opened') execute function record_order_change();

-- Orders from before have the time of their last event in milliseconds, or the next free number.
with changes as (
  select id, (extract(epoch from greatest(placed_at, (select max(happened_at) from order_events where order_id = orders.id))) * 1000)::bigint as time
  from orders
), numbered as (
  select id, time, row_number() over (order by time, id) as position from changes
)
insert into order_changes (order_id, number)
select id, max(time - position) over (order by position) + position from numbered;

create index order_changes_by_number on order_changes (number);
