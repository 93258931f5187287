-- Exports of another shop of this software, which administrators upload and a job reads.
create table shop_imports (
  id uuid default uuidv7() primary key,
  state text default 'uploading' not null
    check (state in ('uploading', 'checking', 'checked', 'running', 'done', 'stopped', 'failed', 'deleted')),
  file_name text not null,
  bytes bigint not null,
  -- in the file store
  parts integer default 0 not null,
  shop_name text,
  report jsonb default '[]' not null,
  skipped jsonb default '[]' not null,
  choices jsonb default '{}' not null,
  step text default '' not null,
  written integer default 0 not null,
  error text,
  attempts integer default 0 not null,
  claimed_at timestamptz,
  requested_by uuid references users (id) on delete set null,
  requested_at timestamptz default now() not null,
  finished_at timestamptz
);
create unique index shop_imports_one_at_a_time on shop_imports ((true)) where state in ('uploading', 'checking', 'checked', 'running');
create index shop_imports_newest on shop_imports (requested_at desc);
create index shop_imports_of_user on shop_imports (requested_by) where requested_by is not null;

create table shop_import_problems (
  import_id uuid not null references shop_imports (id) on delete cascade,
  file text not null,
  line integer not null,
  name text not null,
  reason text not null,
  primary key (import_id, file, line)
);
