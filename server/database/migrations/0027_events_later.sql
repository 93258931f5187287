-- A message that cannot be worked on waits for its next turn, so that it never stands in the way of the ones behind it.
-- Both defaults are the same for all rows, so no row is rewritten.
alter table payment_events
  add column attempts integer not null default 0,
  add column next_try_at timestamptz not null default now();
