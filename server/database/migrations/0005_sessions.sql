-- Wrong PINs of an account since its last success, and when the next try is allowed.
alter table users
  add column failures integer not null default 0,
  add column next_try_at timestamptz;

create table sessions (
  -- SHA-256 of the token: the cookie itself is nowhere on the server
  token_hash bytea primary key,
  user_id uuid not null references users (id) on delete cascade,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null
);
create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);

-- Browsers that have signed in to an account before. They keep a count of wrong PINs of their own, so that a
-- stranger's tries do not lock the owner out.
create table known_devices (
  token_hash bytea not null,
  user_id uuid not null references users (id) on delete cascade,
  failures integer not null default 0,
  next_try_at timestamptz,
  last_success_at timestamptz not null default clock_timestamp(),
  primary key (user_id, token_hash)
);

-- Counters by address, shared by all servers (rate-limiter-flexible).
create table limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
