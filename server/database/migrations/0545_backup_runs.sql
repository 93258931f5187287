-- Backups that the shop has written by itself, or could not write. A row without an end is one that an administrator has requested.
create table backup_runs (
  id uuid default uuidv7() primary key,
  requested_at timestamptz default clock_timestamp() not null,
  ended_at timestamptz,
  error text check (error is null or ended_at is not null)
);
create unique index backup_runs_open on backup_runs ((ended_at is null)) where ended_at is null;
create index backup_runs_end on backup_runs (ended_at desc) where ended_at is not null;
