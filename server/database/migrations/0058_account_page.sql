-- The account page lists the sessions of a shopper by device and place.
alter table sessions
  add column id uuid not null default gen_random_uuid(),
  add column user_agent text not null default '',
  add column time_zone text,
  add column last_seen_at timestamptz not null default now();
create unique index sessions_id on sessions (id);

-- Whether the PIN was easy to guess when it was last typed; null: not known yet.
alter table users add column has_weak_pin boolean;
