-- The schema of a new shop, a file for each feature. It replaces the migrations in replaced.txt; later changes are migrations.
set local check_function_bodies = off;

create extension if not exists btree_gin;
create extension if not exists btree_gist;
create extension if not exists fuzzystrmatch;
create extension if not exists pg_trgm;

create function reject_consent_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.user_id is null
    and (old.id, old.purpose, old.given, old.text_version, old.source, old.decided_at)
      is not distinct from (new.id, new.purpose, new.given, new.text_version, new.source, new.decided_at)
  then
    return new;
  end if;
  raise exception 'consents are only added';
end $$;

create table users (
  id uuid default uuidv7() primary key,
  name text not null check ((length(name) >= 1) and (length(name) <= 60)),
  name_key text not null unique,
  pin_hash text not null,
  role text default 'user' not null check (role in ('user', 'admin')),
  created_at timestamptz default clock_timestamp() not null,
  failed_attempts integer default 0 not null,
  next_attempt_at timestamptz,
  notifications_read_at timestamptz default clock_timestamp() not null,
  has_weak_pin boolean,
  name_skeleton text,
  verified_email text,
  asks_email_code boolean default false not null,
  deletion_due_at timestamptz,
  name_keys text[],
  cart_reminded_at timestamptz
);
create index users_administrators on users (id) where role = 'admin';
create index users_locked on users (created_at desc, id desc) where failed_attempts >= 50;
create index users_name_keys on users using gin (name_keys);
create index users_name_skeleton on users (name_skeleton);
create index users_name_words on users using gin (name_key gin_trgm_ops);
create index users_newest on users (created_at desc, id desc);
create index users_to_delete on users (deletion_due_at) where deletion_due_at is not null;
create index users_verified_email on users (lower(verified_email)) where verified_email is not null;

create table sessions (
  token_hash bytea primary key,
  user_id uuid not null references users (id) on delete cascade,
  created_at timestamptz default clock_timestamp() not null,
  expires_at timestamptz not null,
  id uuid default gen_random_uuid() not null,
  user_agent text default '' not null,
  time_zone text,
  last_seen_at timestamptz default now() not null,
  with_second_factor boolean default false not null,
  proven_at timestamptz default now() not null
);
create index sessions_expiry on sessions (expires_at);
create unique index sessions_id on sessions (id);
create index sessions_user on sessions (user_id);

create table account_links (
  token_hash bytea primary key,
  user_id uuid not null references users (id) on delete cascade,
  purpose text not null check (purpose in ('verify email', 'reset pin')),
  email text not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index account_links_expiry on account_links (expires_at);
create index account_links_user on account_links (user_id);

create table known_devices (
  token_hash bytea not null,
  user_id uuid not null references users (id) on delete cascade,
  failed_attempts integer default 0 not null,
  next_attempt_at timestamptz,
  last_success_at timestamptz default clock_timestamp() not null,
  ip_hash bytea,
  primary key (user_id, token_hash)
);
create index known_devices_by_token on known_devices (token_hash);

create table login_codes (
  user_id uuid not null references users (id) on delete cascade,
  device_hash bytea not null,
  id uuid default gen_random_uuid() not null,
  attempts integer default 0 not null,
  created_at timestamptz default clock_timestamp() not null,
  primary key (user_id, device_hash)
);

create table second_factors (
  user_id uuid primary key references users (id) on delete cascade,
  encrypted_secret bytea not null,
  confirmed_at timestamptz,
  last_step bigint default 0 not null,
  next_encrypted_secret bytea
);

create table recovery_codes (
  user_id uuid not null references second_factors (user_id) on delete cascade,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);

create table retired_names (
  skeleton_hash bytea primary key,
  retired_at timestamptz default now() not null
);

create table delivery_addresses (
  user_id uuid primary key references users (id) on delete cascade,
  address jsonb not null,
  address_id uuid default gen_random_uuid() not null unique,
  in_book boolean default false not null
);

create table other_addresses (
  id uuid default gen_random_uuid() primary key,
  user_id uuid not null references users (id) on delete cascade,
  address jsonb not null,
  saved_at timestamptz default clock_timestamp() not null
);
create index other_addresses_of_shopper on other_addresses (user_id, saved_at);

create table consents (
  id bigint generated always as identity primary key,
  user_id uuid references users (id) on delete set null,
  purpose text not null check (purpose in ('marketing', 'messages')),
  given boolean not null,
  text_version text not null,
  source text not null check (source = 'account page'),
  decided_at timestamptz default clock_timestamp() not null
);
create index consents_of_shopper on consents (user_id, id desc) where user_id is not null;

create table idempotency_keys (
  scope text not null,
  key text not null,
  fingerprint text not null,
  answer jsonb,
  created_at timestamptz default clock_timestamp() not null,
  primary key (scope, key)
);
create index idempotency_keys_time on idempotency_keys using brin (created_at);

create unlogged table limits (
  key character varying(255) primary key,
  points integer default 0 not null,
  expire bigint
);

create trigger consents_are_only_added before delete or update on consents for each row execute function reject_consent_change();
