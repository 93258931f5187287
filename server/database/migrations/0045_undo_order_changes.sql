-- Counts the changes of an order: a request from a screen that shows an older version is rejected.
alter table orders add column version integer not null default 1;
create function count_order_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;
create trigger orders_count_version before update on orders for each row execute function count_order_version();

-- Events that only administrators see: what was undone, and that it was undone.
alter table order_events add column internal boolean not null default false;

-- A transition may be undone by a transaction that says so.
create or replace function check_order_transition() returns trigger language plpgsql as $$
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
