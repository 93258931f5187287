-- Where other programs receive events, and what was sent to them.
create table webhook_endpoints (
  id uuid default uuidv7() primary key,
  url text not null check (length(url) <= 2000 and url like 'https://%'),
  description text default '' not null check (length(description) <= 200),
  types text[] not null,
  -- encrypted
  secret bytea not null,
  previous_secret bytea,
  previous_until timestamptz,
  disabled_at timestamptz,
  disabled_reason text check (disabled_reason in ('by hand', 'gone', 'failing')),
  -- the first failure since the last success
  failing_since timestamptz,
  last_success_at timestamptz,
  last_failure_at timestamptz,
  version integer default 1 not null,
  created_at timestamptz default now() not null,
  check ((disabled_at is null) = (disabled_reason is null)),
  check ((previous_secret is null) = (previous_until is null))
);

create table webhook_deliveries (
  id bigint generated always as identity primary key,
  endpoint_id uuid not null references webhook_endpoints (id) on delete cascade,
  event_id bigint not null references events (id) on delete cascade,
  -- Events with the same key are delivered one after another.
  sequence_key text not null,
  state text default 'waiting' not null check (state in ('waiting', 'delivered', 'given up')),
  attempts integer default 0 not null,
  -- also the end of an attempt that a crash interrupts
  next_at timestamptz default now() not null,
  attempted_at timestamptz,
  status integer,
  answer text,
  duration_ms integer,
  unique (endpoint_id, event_id)
);
create index webhook_deliveries_due on webhook_deliveries (endpoint_id, next_at) where state = 'waiting';
create index webhook_deliveries_in_sequence on webhook_deliveries (endpoint_id, sequence_key, event_id) where state = 'waiting';
create index webhook_deliveries_of_event on webhook_deliveries (event_id);
