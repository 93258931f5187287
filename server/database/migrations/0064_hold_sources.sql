-- From which IP address, as a keyed hash, a card checkout was opened, and how many items it holds. Deleted after a day.
create table hold_sources (
  payment_id uuid primary key references payments on delete cascade,
  ip_hash bytea not null,
  items integer not null,
  created_at timestamptz not null default now()
);
create index hold_sources_by_ip on hold_sources (ip_hash);
create index hold_sources_by_time on hold_sources (created_at);

-- When the owner of a session last entered the PIN.
alter table sessions add column proven_at timestamptz not null default now();
update sessions set proven_at = created_at;
