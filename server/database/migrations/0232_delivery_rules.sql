-- Where the shop delivers, and where it takes cash. The rule with the longest prefix of a PIN code counts; '' is the rest of India.
create table delivery_rules (
  prefix text primary key check (prefix ~ '^[0-9]{0,6}$'),
  -- names the rule in the API: the prefix may be empty
  id uuid not null unique default uuidv7(),
  deliver boolean not null,
  cod text not null check (cod in ('yes', 'advance', 'no')),
  -- to be paid online before the order
  advance_paise bigint check (advance_paise >= 100),
  -- from the order; null: as the policies say
  days_from smallint check (days_from between 0 and 60),
  days_to smallint check (days_to between 0 and 60),
  -- for administrators
  reason text not null default '' check (length(reason) <= 200),
  version integer not null default 1,
  changed_at timestamptz not null default now(),
  changed_by uuid references users (id) on delete set null,
  check ((cod = 'advance') = (advance_paise is not null)),
  check ((days_from is null) = (days_to is null) and days_from <= days_to)
);

-- What administrators have changed of the rules. An imported file is one row.
create table delivery_rule_events (
  id bigint generated always as identity primary key,
  event text not null check (event in ('added', 'changed', 'deleted', 'imported')),
  -- null: an imported file
  prefix text,
  -- the rule before and after, or the counts of an imported file
  change jsonb not null,
  happened_at timestamptz not null default now(),
  actor_id uuid references users (id) on delete set null
);

-- Persons without cash on delivery, or only with an advance: a row for each of their phones and their account.
create table cod_persons (
  -- the keyed hash of a phone or an account, as in order_sources
  person_key bytea primary key,
  cod text not null check (cod in ('advance', 'no')),
  advance_paise bigint check (advance_paise >= 100),
  reason text not null check (length(reason) between 1 and 200),
  set_at timestamptz not null default now(),
  set_by uuid references users (id) on delete set null,
  check ((cod = 'advance') = (advance_paise is not null))
);
