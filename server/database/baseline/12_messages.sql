create table outbox_mails (
  order_event_id bigint unique references order_events (id) on delete cascade,
  state text default 'waiting' not null check (state in ('waiting', 'sent', 'skipped', 'given up')),
  attempts integer default 0 not null,
  due_at timestamptz default clock_timestamp() not null,
  settled_at timestamptz,
  id uuid default uuidv7() primary key,
  contact_message jsonb,
  created_at timestamptz default clock_timestamp() not null,
  skip_reason text,
  account_mail jsonb,
  constraint outbox_mails_content_check check ((state in ('sent', 'skipped')) or (num_nonnulls(order_event_id, contact_message, account_mail) = 1))
);
create index outbox_mails_due on outbox_mails (due_at) where state = 'waiting';
create index outbox_mails_settled on outbox_mails (state, settled_at) where state in ('sent', 'given up');

create table limited_mails (
  mail_id uuid primary key references outbox_mails (id) on delete cascade,
  recipient text not null,
  is_sent boolean not null,
  handled_at timestamptz default clock_timestamp() not null,
  source_keys bytea[] default '{}'::bytea[] not null,
  range_key bytea
);
create index limited_mails_of_range on limited_mails (range_key, handled_at);
create index limited_mails_of_recipient on limited_mails (recipient, handled_at);
create index limited_mails_of_source on limited_mails using gin (source_keys);

create table push_devices (
  id uuid default uuidv7() primary key,
  user_id uuid not null references users (id) on delete cascade,
  device_hash bytea not null,
  endpoint text not null check (length(endpoint) <= 2000) unique,
  p256dh text not null,
  auth text not null,
  user_agent text not null,
  kinds text[] not null check (kinds <@ array['orders', 'problems']),
  created_at timestamptz default clock_timestamp() not null,
  last_event_id bigint not null,
  last_sent_at timestamptz,
  failures integer default 0 not null,
  next_attempt_at timestamptz,
  unique (user_id, device_hash),
  constraint push_devices_user_id_device_hash_fkey foreign key (user_id, device_hash) references known_devices(user_id, token_hash) on delete cascade
);
create index push_devices_of_browser on push_devices (device_hash);

create table push_events (
  id bigint generated always as identity primary key,
  order_id uuid unique references orders (id) on delete cascade,
  problem text,
  created_at timestamptz default clock_timestamp() not null,
  constraint push_events_check check ((order_id is null) <> (problem is null))
);
create index push_events_by_time on push_events (created_at);

create table push_problems (
  problem text primary key,
  count integer not null,
  raised_at timestamptz default clock_timestamp() not null
);

create table daily_reports (
  day date primary key,
  queued_at timestamptz default clock_timestamp() not null
);
