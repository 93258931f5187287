-- Items that a shopper sends back after the delivery. What happens to a return is recorded in order_events.
create table returns (
  id uuid primary key default uuidv7(),
  -- the number of the order and a count, such as 7K3M-9QXT-R1
  number text not null unique,
  order_id uuid not null references orders (id) on delete cascade,
  kind text not null default 'refund' check (kind in ('refund', 'exchange')),
  -- the shop bears the cost: an item is faulty or not the ordered one
  is_fault boolean not null,
  state text not null default 'asked'
    check (state in ('asked', 'accepted', 'picked up', 'received', 'settled', 'declined', 'withdrawn', 'not received')),
  -- how the items come back; null until the return is accepted
  handover text check (handover in ('pickup', 'send')),
  -- of the shopper
  note text not null default '' check (length(note) <= 1000),
  -- read by the shopper
  decline_reason text check (length(decline_reason) <= 500),
  -- of the policies when it was asked for; deducted unless is_fault
  fee_paise bigint not null check (fee_paise >= 0),
  -- expected until the return is settled, paid back afterwards
  refund_paise bigint not null check (refund_paise >= 0),
  -- the part of a settled refund that the shop pays by hand, because it was paid in cash
  cash_paise bigint not null default 0 check (cash_paise between 0 and refund_paise),
  version integer not null default 1,
  asked_at timestamptz not null default clock_timestamp(),
  accepted_at timestamptz,
  settled_at timestamptz,
  settled_by uuid references users (id) on delete set null,
  check ((state = 'declined') = (decline_reason is not null))
);
create index returns_newest on returns (asked_at desc, id desc);
create index returns_of_order on returns (order_id);
create index returns_waiting on returns (accepted_at) where state = 'accepted';

create table return_lines (
  return_id uuid not null references returns (id) on delete cascade,
  order_id uuid not null,
  line integer not null,
  quantity integer not null check (quantity between 1 and 99),
  reason text not null check (reason in ('too small', 'too large', 'not as shown', 'faulty', 'wrong item', 'late', 'changed my mind', 'other')),
  -- of an exchange
  new_size text check (length(new_size) <= 20),
  -- how many pieces were received in which condition, such as {"new": 1, "missing": 1}; null until then
  seen jsonb,
  -- pieces that went back to stock, and pieces that are paid back; null until the parcel is received
  restocked integer check (restocked between 0 and quantity),
  refunded integer check (refunded between 0 and quantity),
  -- the share of the refund; null until the return is settled
  refund_paise bigint check (refund_paise >= 0),
  primary key (return_id, line),
  foreign key (order_id, line) references order_lines (order_id, line) on delete cascade,
  check ((seen is null) = (restocked is null) and (seen is null) = (refunded is null))
);
create index return_lines_of_order on return_lines (order_id, line);

-- The states of contract/returns/return-states.ts, filled by the server as order_transitions is.
create table return_transitions (
  from_state text not null,
  to_state text not null,
  primary key (from_state, to_state)
);
create function check_return_transition() returns trigger language plpgsql as $$
begin
  if not exists (select from return_transitions where from_state = old.state and to_state = new.state) then
    raise exception 'A return cannot go from % to %', old.state, new.state using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger returns_transition before update of state on returns
  for each row when (old.state is distinct from new.state) execute function check_return_transition();
create function count_return_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;
create trigger returns_count_version before update on returns for each row execute function count_return_version();

-- No more pieces of a line are on their way back, or returned, than were ordered.
create function check_returned_quantity() returns trigger language plpgsql as $$
begin
  if exists (
    select from order_lines as ordered where ordered.order_id = new.order_id and ordered.quantity < (
      select sum(lines.quantity) from return_lines as lines join returns on returns.id = lines.return_id
      where lines.order_id = ordered.order_id and lines.line = ordered.line
        and returns.state not in ('declined', 'withdrawn', 'not received')
    )
  ) then
    raise exception 'More pieces of order % are returned than were ordered.', new.order_id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger return_lines_quantity after insert on return_lines for each row execute function check_returned_quantity();
create trigger returns_quantity after update of state on returns
  for each row when (old.state = 'not received') execute function check_returned_quantity();
