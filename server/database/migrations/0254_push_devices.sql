-- The browsers in which administrators are notified. A row ends with what the shop knows of the browser, and with the account.
create table push_devices (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id) on delete cascade,
  device_hash bytea not null,
  -- what the browser's push service needs: where it takes messages, and the keys that encrypt them for the browser
  endpoint text not null unique check (length(endpoint) <= 2000),
  p256dh text not null,
  auth text not null,
  user_agent text not null,
  kinds text[] not null check (kinds <@ array['orders', 'problems']),
  created_at timestamptz not null default clock_timestamp(),
  -- the last row of push_events that the device has got, or did not want
  last_event_id bigint not null,
  last_sent_at timestamptz,
  -- since the last success
  failures integer not null default 0,
  next_attempt_at timestamptz,
  unique (user_id, device_hash),
  foreign key (user_id, device_hash) references known_devices (user_id, token_hash) on delete cascade
);
create index push_devices_of_browser on push_devices (device_hash);

-- What has happened that administrators are notified of, in the order in which it was found.
create table push_events (
  id bigint generated always as identity primary key,
  order_id uuid unique references orders (id) on delete cascade,
  problem text,
  created_at timestamptz not null default clock_timestamp(),
  check ((order_id is null) <> (problem is null))
);
create index push_events_by_time on push_events (created_at);

-- The problems that were found, so that each is an event when it begins or grows.
create table push_problems (problem text primary key, count integer not null, raised_at timestamptz not null default clock_timestamp());
