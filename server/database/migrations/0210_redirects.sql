-- Old addresses that lead to pages of this shop.
create table redirects (
  id uuid primary key default uuidv7(),
  -- decoded, in lower case, without a slash at its end
  from_path text not null unique check (from_path like '/%' and length(from_path) <= 500),
  -- as in a Location header: path, query and fragment
  to_path text not null check (to_path like '/%' and to_path not like '//%'),
  -- the path of to_path in the form of from_path
  to_key text not null,
  hits bigint not null default 0,
  last_hit_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  check (from_path <> to_key)
);
create index redirects_by_target on redirects (to_key);

-- Addresses that visitors have asked for and that the shop does not have. The server keeps few rows.
create table missing_paths (
  path text primary key check (length(path) <= 200),
  requests bigint not null,
  first_asked_at timestamptz not null default now(),
  last_asked_at timestamptz not null default now()
);
create index missing_paths_by_requests on missing_paths (requests desc, last_asked_at desc);
