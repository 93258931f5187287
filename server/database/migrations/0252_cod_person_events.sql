-- What administrators have changed of persons without cash on delivery. A row is of a person: of the account and all phones.
create table cod_person_events (
  -- from 1, so that no row of cod_persons has the version of an event before its first one
  id integer generated always as identity primary key,
  -- the keyed hashes, as in cod_persons
  person_keys bytea[] not null,
  event text not null check (event in ('limited', 'changed', 'allowed')),
  -- what was set before and after
  change jsonb not null,
  happened_at timestamptz not null default now(),
  actor_id uuid references users (id) on delete set null
);
create index cod_person_events_person_keys on cod_person_events using gin (person_keys);
create index cod_person_events_actor_id on cod_person_events (actor_id) where actor_id is not null;

-- The event that has set the row; 0: older than the events. A change must name it.
alter table cod_persons add column version integer not null default 0;
