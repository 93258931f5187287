-- What other programs can follow. Triggers add a row in the transaction of each change, and a job publishes it as an event.
create table pending_events (
  id bigint generated always as identity primary key,
  transaction_id xid8 default pg_current_xact_id() not null,
  type text not null,
  subject_id text not null,
  order_id uuid,
  created_at timestamptz default clock_timestamp() not null,
  -- Several changes of one transaction are one event.
  unique (transaction_id, type, subject_id)
);

-- Arguments: the type of the event, the column of its subject and, if there is one, that of its order.
create function record_pending_event() returns trigger language plpgsql as $$
declare
  changed jsonb := to_jsonb(coalesce(new, old));
  subject text := changed ->> tg_argv[1];
begin
  insert into pending_events (type, subject_id, order_id)
  select tg_argv[0], subject, (changed ->> tg_argv[2])::uuid
  where tg_argv[0] <> 'order.changed' or not exists (
    select from pending_events
    where transaction_id = pg_current_xact_id() and type = 'order.placed' and subject_id = subject
  )
  on conflict do nothing;
  return null;
end $$;

create trigger orders_event_placed after insert on orders
  for each row execute function record_pending_event('order.placed', 'id', 'id');
-- The deletion of an account detaches its orders, which is no news about them.
create trigger orders_event_changed after update on orders
  for each row when (old.* is distinct from new.* and not (old.user_id is not null and new.user_id is null))
  execute function record_pending_event('order.changed', 'id', 'id');
create trigger shipments_event_added after insert or delete on shipments
  for each row execute function record_pending_event('parcel.changed', 'id', 'order_id');
create trigger shipments_event_changed after update on shipments
  for each row when (old.* is distinct from new.*) execute function record_pending_event('parcel.changed', 'id', 'order_id');
create trigger returns_event_added after insert on returns
  for each row execute function record_pending_event('return.changed', 'id', 'order_id');
create trigger returns_event_changed after update on returns
  for each row when (old.* is distinct from new.*) execute function record_pending_event('return.changed', 'id', 'order_id');
create trigger payouts_event after insert or update of paid_at, reference on payouts
  for each row when (new.return_id is not null) execute function record_pending_event('return.changed', 'return_id', 'order_id');
-- Money that is paid back without a return.
create trigger payouts_event_without_return after insert or update of paid_at, reference on payouts
  for each row when (new.return_id is null) execute function record_pending_event('order.changed', 'order_id', 'order_id');
create trigger documents_event after insert on documents
  for each row execute function record_pending_event('document.issued', 'id', 'order_id');
create trigger stock_movements_event after insert on stock_movements
  for each row execute function record_pending_event('stock.changed', 'product_id');
create trigger consents_event after insert on consents
  for each row execute function record_pending_event('customer.consented', 'id');
create trigger imported_customers_event_added after insert on imported_customers
  for each row when (new.consent is not null) execute function record_pending_event('customer.consented', 'id');
create trigger imported_customers_event_changed after update on imported_customers
  for each row when (new.consent is not null and (old.consent, old.consent_on) is distinct from (new.consent, new.consent_on))
  execute function record_pending_event('customer.consented', 'id');
create trigger tickets_event after insert on tickets
  for each row execute function record_pending_event('ticket.opened', 'id', 'order_id');

create table events (
  -- In the order of publication, which no later event precedes.
  id bigint primary key,
  type text not null,
  subject_id text not null,
  order_id uuid references orders (id) on delete cascade,
  order_number text,
  payload jsonb not null,
  created_at timestamptz not null
);
create index events_of_order on events (order_id) where order_id is not null;
create index events_of_persons on events (type) where type in ('customer.consented', 'ticket.opened');
create index events_by_time on events (created_at);
