-- The e-mail address of an account, verified by a link. Several accounts may have the same one.
alter table users
  add column verified_email text,
  -- whether signing in on an unknown device asks for a code by e-mail
  add column asks_email_code boolean not null default false;
create index users_verified_email on users (lower(verified_email)) where verified_email is not null;

-- Links in mails that verify an e-mail address or reset a forgotten PIN.
create table account_links (
  -- SHA-256 of the token
  token_hash bytea primary key,
  user_id uuid not null references users (id) on delete cascade,
  purpose text not null check (purpose in ('verify email', 'reset pin')),
  email text not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index account_links_user on account_links (user_id);
create index account_links_expiry on account_links (expires_at);

-- Codes for signing in on an unknown device. The code is derived from the id and a key that is not in the database.
create table login_codes (
  user_id uuid not null references users (id) on delete cascade,
  device_hash bytea not null,
  id uuid not null default gen_random_uuid(),
  attempts integer not null default 0,
  created_at timestamptz not null default clock_timestamp(),
  primary key (user_id, device_hash)
);

alter table outbox_mails
  -- what a mail of an account is rendered from; removed once the mail is sent
  add column account_mail jsonb,
  drop constraint outbox_mails_content_check,
  add constraint outbox_mails_content_check
    check (state in ('sent', 'skipped') or num_nonnulls(order_event_id, contact_message, account_mail) = 1);
