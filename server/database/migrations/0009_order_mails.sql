-- Mails that are due: a row is written with its event, in one transaction, so a mail exists exactly when its event does.
create table order_mails (
  event_id bigint primary key references order_events (id) on delete cascade,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'skipped', 'given up')),
  attempts integer not null default 0,
  due_at timestamptz not null default clock_timestamp(),
  settled_at timestamptz
);
create index order_mails_due on order_mails (due_at) where state = 'waiting';

-- For the sweeps: both tables grow in the order of time, so a few pages of index are enough.
create index visits_time on visits using brin (visited_at);
create index idempotency_keys_time on idempotency_keys using brin (created_at);
