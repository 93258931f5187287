create function current_delivery_days() returns smallint language sql stable as $$
  select coalesce((select (value -> 'deliveryDays' ->> 1)::smallint from settings where key = 'policies'), 7::smallint)
$$;

create table delivery_rules (
  prefix text primary key check (prefix ~ '^[0-9]{0,6}$'),
  id uuid default uuidv7() not null unique,
  deliver boolean not null,
  cod text not null check (cod in ('yes', 'advance', 'no')),
  advance_paise bigint check (advance_paise >= 100),
  days_from smallint check ((days_from >= 0) and (days_from <= 60)),
  days_to smallint check ((days_to >= 0) and (days_to <= 60)),
  reason text default '' not null check (length(reason) <= 200),
  version integer default 1 not null,
  changed_at timestamptz default now() not null,
  changed_by uuid references users (id) on delete set null,
  constraint delivery_rules_check check ((cod = 'advance') = (advance_paise is not null)),
  constraint delivery_rules_check1 check (((days_from is null) = (days_to is null)) and (days_from <= days_to))
);

create table delivery_rule_events (
  id bigint generated always as identity primary key,
  event text not null check (event in ('added', 'changed', 'deleted', 'imported')),
  prefix text,
  change jsonb not null,
  happened_at timestamptz default now() not null,
  actor_id uuid references users (id) on delete set null
);
