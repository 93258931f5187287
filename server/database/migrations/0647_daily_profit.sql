-- Profit and loss of a day in India: what was delivered, came back, was sent and was paid on it. A day that has changed since is counted when it is read.
create table daily_profit (
  day date not null,
  -- as in server/figures/profit/profit-rules.ts
  key text not null,
  paise bigint not null,
  -- parcels, of freight only
  count int not null,
  -- of 'fees': payments whose fee is not known yet, each with its amount
  payments bigint[] not null,
  primary key (day, key)
);

-- Days to count again. Each transaction adds a row of its own, so that deliveries of one day do not wait for each other.
create table changed_profit_days (
  day date not null,
  -- 0: the day has never been counted
  transaction_id xid8 default pg_current_xact_id() not null,
  primary key (day, transaction_id)
);

-- These times, of which some are null.
create function record_profit_days(times timestamptz[]) returns void language sql as $$
  insert into changed_profit_days (day)
  select distinct (moment at time zone 'Asia/Kolkata')::date from unnest(times) as moments (moment) where moment is not null
  on conflict do nothing
$$;

-- The days of an order on which something of these kinds happened. What follows a delivery is counted on its own day.
create function record_profit_days_of_order(the_order uuid, kinds text[]) returns void language sql as $$
  select record_profit_days(array(
    select happened_at from order_events where order_id = the_order and event = any(kinds)
    union all
    select issued_at from documents
    where 'Delivered' = any(kinds) and order_id = the_order
      and issued_at > (select min(happened_at) from order_events where order_id = the_order and event = 'Delivered')
    union all
    select reduced_at from price_reductions where 'Delivered' = any(kinds) and order_id = the_order
  ))
$$;

create function record_profit_days_of_changed_order() returns trigger language plpgsql as $$
declare
  sent constant text[] := array['Shipped', 'Delivered', 'Refused', 'Undelivered'];
  not_taken constant text[] := array['Refused', 'Undelivered'];
  kinds text[] := '{}';
begin
  if (old.status = 'Delivered') <> (new.status = 'Delivered')
    or (old.total_paise, old.adjustment_paise) is distinct from (new.total_paise, new.adjustment_paise) then
    kinds := kinds || array['Delivered'];
  end if;
  if (old.status = any(sent)) <> (new.status = any(sent)) or old.is_taken_away <> new.is_taken_away then kinds := kinds || array['Shipped']; end if;
  if (old.status = any(not_taken)) <> (new.status = any(not_taken)) then kinds := kinds || not_taken; end if;
  if old.returned_parcel is distinct from new.returned_parcel then kinds := kinds || array['Parcel received']; end if;
  if kinds <> '{}' then perform record_profit_days_of_order(new.id, kinds); end if;
  return null;
end $$;

create function record_profit_days_of_event() returns trigger language plpgsql as $$
begin
  perform record_profit_days(array[old.happened_at, new.happened_at]);
  perform record_profit_days_of_order(coalesce(new.order_id, old.order_id), array[old.event, new.event]);
  return null;
end $$;

create function record_profit_days_of_line() returns trigger language plpgsql as $$
begin
  perform record_profit_days_of_order(coalesce(new.order_id, old.order_id), array['Delivered', 'Parcel received']);
  perform record_profit_days(array(select settled_at from returns where order_id = coalesce(new.order_id, old.order_id)));
  return null;
end $$;

create function record_profit_days_of_return() returns trigger language plpgsql as $$
begin
  perform record_profit_days(array[
    old.settled_at, new.settled_at, coalesce(old.pickup_booked_at, old.accepted_at), coalesce(new.pickup_booked_at, new.accepted_at)
  ]);
  return null;
end $$;

create function record_profit_days_of_return_line() returns trigger language plpgsql as $$
begin
  perform record_profit_days(array(select settled_at from returns where id in (old.return_id, new.return_id)));
  return null;
end $$;

create function record_profit_days_of_document() returns trigger language plpgsql as $$
begin
  perform record_profit_days(array[old.issued_at, new.issued_at]);
  perform record_profit_days_of_order(coalesce(new.order_id, old.order_id), array['Delivered']);
  return null;
end $$;

create function record_profit_days_of_reduction() returns trigger language plpgsql as $$
begin
  perform record_profit_days(array[old.reduced_at, new.reduced_at]);
  return null;
end $$;

create function record_profit_days_of_capture() returns trigger language plpgsql as $$
begin
  perform record_profit_days(array[old.captured_at, new.captured_at]);
  return null;
end $$;

create function record_profit_days_of_settlement() returns trigger language plpgsql as $$
begin
  perform record_profit_days(array(
    select captured_at from captured_payments where provider_payment_id in (old.entity_id, new.entity_id)
  ));
  return null;
end $$;

create trigger orders_changed_profit after update on orders
  for each row when (
    (old.status, old.total_paise, old.adjustment_paise, old.returned_parcel, old.is_taken_away)
    is distinct from (new.status, new.total_paise, new.adjustment_paise, new.returned_parcel, new.is_taken_away)
  ) execute function record_profit_days_of_changed_order();
-- Lines and adjustments are inserted with their order, or with a change of its sum.
create trigger order_lines_changed_profit after update or delete on order_lines
  for each row execute function record_profit_days_of_line();
create trigger order_adjustments_changed_profit after update or delete on order_adjustments
  for each row execute function record_profit_days_of_line();
create trigger order_events_changed_profit_added after insert on order_events
  for each row when (new.event in ('Shipped', 'Delivered', 'Refused', 'Undelivered', 'Parcel received'))
  execute function record_profit_days_of_event();
create trigger order_events_changed_profit_removed after delete on order_events
  for each row when (old.event in ('Shipped', 'Delivered', 'Refused', 'Undelivered', 'Parcel received'))
  execute function record_profit_days_of_event();
create trigger order_events_changed_profit after update of event, happened_at, internal on order_events
  for each row execute function record_profit_days_of_event();
create trigger returns_changed_profit after insert or delete or update on returns
  for each row execute function record_profit_days_of_return();
create trigger return_lines_changed_profit after insert or delete or update on return_lines
  for each row execute function record_profit_days_of_return_line();
create trigger price_reductions_changed_profit after insert or delete or update on price_reductions
  for each row execute function record_profit_days_of_reduction();
create trigger documents_changed_profit after insert or delete on documents
  for each row execute function record_profit_days_of_document();
create trigger captured_payments_changed_profit after insert or delete or update on captured_payments
  for each row execute function record_profit_days_of_capture();
create trigger settlement_rows_changed_profit after insert or delete or update of entity_id, kind, fee_paise on settlement_rows
  for each row execute function record_profit_days_of_settlement();

-- All days are counted once, from the first order on.
insert into changed_profit_days (day, transaction_id)
select day::date, '0'
from (
    select least((select min(placed_at) from orders), (select min(happened_at) from order_events), (select min(captured_at) from captured_payments)) as first
  ) as firsts,
  generate_series((first at time zone 'Asia/Kolkata')::date, (now() at time zone 'Asia/Kolkata')::date, interval '1 day') as days (day);
