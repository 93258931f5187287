-- The days of which the shop's own address has got a report, so that several servers send one.
create table daily_reports (day date primary key, queued_at timestamptz not null default clock_timestamp());
