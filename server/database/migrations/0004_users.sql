create table users (
  id uuid primary key default uuidv7(),
  -- as first typed
  name text not null check (length(name) between 1 and 60),
  -- folded (NFKC, lower case): what makes two names the same
  name_key text not null unique,
  pin_hash text not null,
  role text not null default 'user' check (role in ('user', 'admin')),
  created_at timestamptz not null default clock_timestamp()
);
