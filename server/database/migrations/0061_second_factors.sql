-- The second factor of administrators: time-based codes (RFC 6238).
create table second_factors (
  user_id uuid primary key references users on delete cascade,
  -- encrypted with a key that is derived from the shop's secret
  encrypted_secret bytea not null,
  -- null until the administrator has typed the first code
  confirmed_at timestamptz,
  -- the time step of the last accepted code, so that each code is accepted once
  last_step bigint not null default 0
);

create table recovery_codes (
  user_id uuid not null references second_factors on delete cascade,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);

-- An enrolled administrator needs such a session.
alter table sessions add column with_second_factor boolean not null default false;
