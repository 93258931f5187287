-- What administrators set instead of environment variables: one row for each group that has been changed.
create table settings (
  key text primary key,
  -- what the shop shows; null: the defaults
  value jsonb,
  -- saved and not published
  draft jsonb,
  -- when the draft is published; null: when somebody publishes it
  publish_at timestamptz,
  version integer not null default 1,
  changed_at timestamptz not null default now(),
  changed_by uuid references users (id) on delete set null,
  check (publish_at is null or draft is not null)
);

-- Everything that was published, so that it can be taken back.
create table settings_history (
  id bigint generated always as identity primary key,
  key text not null,
  version integer not null,
  kind text not null check (kind in ('published', 'taken back')),
  -- null: the defaults
  value jsonb,
  changed_at timestamptz not null default now(),
  changed_by uuid references users (id) on delete set null
);
create index settings_history_by_key on settings_history (key, id desc);
