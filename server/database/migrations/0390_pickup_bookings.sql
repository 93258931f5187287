-- Bookings of pick-ups with a courier, each written before the courier is asked: one whose answer was lost is looked for, not made twice.
create table pickup_bookings (
  -- by which the courier knows it: the number of the return and a count, such as 7K3M-9QXT-R1-P1
  reference text primary key check (length(reference) between 1 and 50),
  return_id uuid not null references returns (id) on delete cascade,
  -- open: not known to be made; rejected: the courier takes this reference no more
  state text not null default 'open' check (state in ('open', 'booked', 'rejected')),
  -- until then a request to the courier may be running
  busy_until timestamptz not null,
  created_at timestamptz not null default clock_timestamp()
);
create index pickup_bookings_of_return on pickup_bookings (return_id);
create unique index pickup_bookings_open on pickup_bookings (return_id) where state = 'open';
