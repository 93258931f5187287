create table settings (
  key text primary key,
  value jsonb,
  draft jsonb,
  publish_at timestamptz,
  version integer default 1 not null,
  changed_at timestamptz default now() not null,
  changed_by uuid references users (id) on delete set null,
  constraint settings_check check ((publish_at is null) or (draft is not null))
);

create table settings_history (
  id bigint generated always as identity primary key,
  key text not null,
  version integer not null,
  kind text not null check (kind in ('published', 'taken back')),
  value jsonb,
  changed_at timestamptz default now() not null,
  changed_by uuid references users (id) on delete set null
);
create index settings_history_by_key on settings_history (key, id desc);

create table visits (
  id bigint generated always as identity primary key,
  visited_at timestamptz default clock_timestamp() not null,
  user_agent text not null
);
create index visits_time on visits using brin (visited_at);

create table visit_totals (
  day date primary key,
  visits bigint not null
);

create table backups (
  finished_at timestamptz default now() primary key
);

create table data_marker (
  id boolean default true primary key check (id),
  shop uuid default gen_random_uuid() not null,
  beat bigint default 0 not null,
  beat_at timestamptz default clock_timestamp() not null
);
insert into data_marker default values;

create table restores (
  id uuid default uuidv7() primary key,
  cause text not null check (cause in ('backup', 'older database')),
  made_at timestamptz not null,
  found_at timestamptz default clock_timestamp() not null,
  compared_at timestamptz,
  ended_at timestamptz
);
create unique index restores_open on restores (((ended_at is null))) where ended_at is null;

create table restore_transfers (
  id uuid default uuidv7() primary key,
  restore_id uuid not null references restores (id) on delete cascade,
  payout_id uuid references payouts (id) on delete cascade,
  return_id uuid references returns (id) on delete cascade,
  answer text check (answer in ('paid', 'not paid')),
  reference text check ((length(reference) >= 1) and (length(reference) <= 40)),
  answered_by uuid references users (id) on delete set null,
  answered_at timestamptz,
  constraint restore_transfers_check check ((payout_id is null) <> (return_id is null)),
  constraint restore_transfers_check1 check ((answer is null) = (answered_at is null)),
  constraint restore_transfers_check2 check ((not (answer is distinct from 'paid')) = (reference is not null))
);
create index restore_transfers_of_payout on restore_transfers (payout_id) where payout_id is not null;
create index restore_transfers_of_restore on restore_transfers (restore_id);
create index restore_transfers_of_return on restore_transfers (return_id) where return_id is not null;

create trigger data_marker_notify after update on data_marker for each statement execute function notify_last_numbers();
