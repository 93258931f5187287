-- When the account is deleted, unless somebody signs in before.
alter table users add column deletion_due_at timestamptz;
create index users_to_delete on users (deletion_due_at) where deletion_due_at is not null;

-- Names of deleted accounts, as hashes of their skeletons, which cannot be registered for a while.
create table retired_names (
  skeleton_hash bytea primary key,
  retired_at timestamptz not null default now()
);

-- What a shopper has agreed to or withdrawn; the last row of a purpose counts. A deleted account leaves its rows without a user.
create table consents (
  id bigint generated always as identity primary key,
  user_id uuid references users on delete set null,
  purpose text not null check (purpose in ('marketing', 'messages')),
  given boolean not null,
  text_version text not null,
  source text not null check (source in ('account page')),
  decided_at timestamptz not null default clock_timestamp()
);
create index consents_of_shopper on consents (user_id, id desc) where user_id is not null;

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
create trigger consents_are_only_added before update or delete on consents for each row execute function reject_consent_change();

-- Requests of shoppers and guests about their data, with the day by which they must be answered.
create table data_requests (
  id uuid primary key default uuidv7(),
  kind text not null check (kind in ('access', 'correction', 'erasure', 'grievance')),
  user_id uuid references users on delete set null,
  -- of a request that an administrator has entered
  name text,
  email text,
  phone text,
  order_number text,
  details text,
  entered_by uuid references users on delete set null,
  requested_at timestamptz not null default now(),
  due_at timestamptz not null,
  closed_at timestamptz,
  closed_by uuid references users on delete set null,
  note text,
  check ((closed_at is null) = (note is null))
);
create index data_requests_newest on data_requests (requested_at desc, id desc);
create index data_requests_open on data_requests (due_at) where closed_at is null;
create index data_requests_of_shopper on data_requests (user_id) where user_id is not null;
