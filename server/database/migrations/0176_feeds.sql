-- The product feeds of shopping sites: the runs that write them into the file store. A run that has not finished is not served.
create table feeds (
  id uuid primary key default uuidv7(),
  kind text not null check (kind in ('google', 'meta')),
  -- parts that are or may be in the file store
  parts integer not null default 0,
  -- which parts each file has, its hash and its number of items
  files jsonb not null default '[]',
  -- somebody asks for a newer one
  is_outdated boolean not null default false,
  started_at timestamptz not null default now(),
  finished_at timestamptz
);
