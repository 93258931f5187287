-- Files with everything that the shop has, which administrators request and a job writes.
create table shop_exports (
  id uuid default uuidv7() primary key,
  state text default 'waiting' not null check (state in ('waiting', 'running', 'ready', 'failed', 'deleted')),
  -- of the addresses of pictures
  origin text not null,
  step text default '' not null,
  written integer default 0 not null,
  total integer,
  error text,
  attempts integer default 0 not null,
  claimed_at timestamptz,
  -- in the file store, of the last attempt
  parts integer default 0 not null,
  bytes bigint,
  requested_by uuid references users (id) on delete set null,
  requested_at timestamptz default now() not null,
  finished_at timestamptz,
  check ((state = 'ready') <= (bytes is not null and finished_at is not null))
);
create unique index shop_exports_one_at_a_time on shop_exports ((true)) where state in ('waiting', 'running');
create index shop_exports_newest on shop_exports (requested_at desc);
create index shop_exports_of_user on shop_exports (requested_by) where requested_by is not null;
