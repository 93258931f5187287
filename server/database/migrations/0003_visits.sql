create table visits (
  id bigint generated always as identity primary key,
  visited_at timestamptz not null default clock_timestamp(),
  user_agent text not null
);

-- Totals a day, added up a batch at a time by each server: no row is written for every visit.
create table visit_totals (
  day date primary key,
  visits bigint not null
);
