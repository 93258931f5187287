create function check_exchange_holds() returns trigger language plpgsql as $$
begin
  if exists (select from return_lines where return_id = new.id and held > 0) then
    raise exception 'Items are still held for return %.', new.number using errcode = 'check_violation';
  end if;
  return null;
end $$;

create function check_return_transition() returns trigger language plpgsql as $$
begin
  if not exists (select from return_transitions where from_state = old.state and to_state = new.state) then
    raise exception 'A return cannot go from % to %', old.state, new.state using errcode = 'check_violation';
  end if;
  return new;
end $$;

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

create function count_return_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;

create table returns (
  id uuid default uuidv7() primary key,
  number text not null unique,
  order_id uuid not null references orders (id) on delete cascade,
  kind text default 'refund' not null check (kind in ('refund', 'exchange')),
  is_fault boolean not null,
  state text default 'asked' not null check (state in ('asked', 'accepted', 'picked up', 'received', 'settled', 'declined', 'withdrawn', 'not received')),
  handover text check (handover in ('pickup', 'send')),
  note text default '' not null check (length(note) <= 1000),
  decline_reason text check (length(decline_reason) <= 500),
  fee_paise bigint not null check (fee_paise >= 0),
  refund_paise bigint not null check (refund_paise >= 0),
  cash_paise bigint default 0 not null,
  version integer default 1 not null,
  asked_at timestamptz default clock_timestamp() not null,
  accepted_at timestamptz,
  settled_at timestamptz,
  settled_by uuid references users (id) on delete set null,
  sold_out_at timestamptz,
  to_pay_paise bigint default 0 not null check (to_pay_paise >= 0),
  pickup_courier text,
  pickup_reference text check ((length(pickup_reference) >= 1) and (length(pickup_reference) <= 60)),
  pickup_booked_at timestamptz,
  by_link boolean default false not null,
  constraint returns_check check ((cash_paise >= 0) and (cash_paise <= refund_paise)),
  constraint returns_check1 check ((state = 'declined') = (decline_reason is not null)),
  constraint returns_pickup check (((pickup_courier is null) = (pickup_reference is null))
    and ((pickup_reference is null) = (pickup_booked_at is null)) and ((pickup_reference is null) or (handover = 'pickup')))
);
create index returns_newest on returns (asked_at desc, id desc);
create index returns_of_order on returns (order_id);
create index returns_to_notice on returns (state, accepted_at) where state in ('asked', 'accepted', 'picked up', 'received', 'not received');
create index returns_waiting on returns (accepted_at) where state = 'accepted';

create table return_lines (
  return_id uuid not null references returns (id) on delete cascade,
  order_id uuid not null,
  line integer not null,
  quantity integer not null check ((quantity >= 1) and (quantity <= 99)),
  reason text not null check (reason in ('too small', 'too large', 'not as shown', 'faulty', 'wrong item', 'late', 'changed my mind', 'other')),
  new_size text check (length(new_size) <= 20),
  seen jsonb,
  restocked integer,
  refunded integer,
  refund_paise bigint check (refund_paise >= 0),
  new_product_id uuid references products (id),
  held integer default 0 not null,
  exchanged_paise bigint check (exchanged_paise >= 0),
  credit_paise bigint check (credit_paise >= 0),
  primary key (return_id, line),
  constraint return_lines_check check ((restocked >= 0) and (restocked <= quantity)),
  constraint return_lines_check1 check ((refunded >= 0) and (refunded <= quantity)),
  constraint return_lines_check2 check (((seen is null) = (restocked is null)) and ((seen is null) = (refunded is null))),
  constraint return_lines_check3 check ((held >= 0) and (held <= quantity)),
  constraint return_lines_order_id_line_fkey foreign key (order_id, line) references order_lines(order_id, line) on delete cascade
);
create index return_lines_of_order on return_lines (order_id, line);

create table return_pictures (
  id uuid default uuidv7() primary key,
  return_id uuid not null references returns (id) on delete cascade,
  line integer,
  picture bytea not null,
  created_at timestamptz default clock_timestamp() not null,
  constraint return_pictures_return_id_line_fkey foreign key (return_id, line) references return_lines(return_id, line) on delete cascade
);
alter table return_pictures alter column picture set storage external;
create index return_pictures_by_age on return_pictures (created_at);
create index return_pictures_of_return on return_pictures (return_id, id);

create table return_transitions (
  from_state text not null,
  to_state text not null,
  primary key (from_state, to_state)
);

create table payouts (
  id uuid default uuidv7() primary key,
  return_id uuid not null unique references returns (id) on delete cascade,
  order_id uuid not null references orders (id) on delete cascade,
  amount_paise bigint not null check (amount_paise > 0),
  method text check (method in ('upi', 'bank')),
  details bytea,
  details_at timestamptz,
  reference text check ((length(reference) >= 1) and (length(reference) <= 40)),
  paid_at timestamptz,
  paid_by uuid references users (id) on delete set null,
  version integer default 1 not null,
  created_at timestamptz default clock_timestamp() not null,
  constraint payouts_check check ((reference is null) = (paid_at is null)),
  constraint payouts_check1 check ((details is null) or (method is not null))
);
create index payouts_of_order on payouts (order_id);
create index payouts_unpaid on payouts (created_at, id) where paid_at is null;
create index payouts_with_details on payouts (paid_at) where (details is not null) and (paid_at is not null);

create table pickup_bookings (
  reference text primary key check ((length(reference) >= 1) and (length(reference) <= 50)),
  return_id uuid not null references returns (id) on delete cascade,
  state text default 'open' not null check (state in ('open', 'booked', 'rejected')),
  busy_until timestamptz not null,
  created_at timestamptz default clock_timestamp() not null
);
create index pickup_bookings_of_return on pickup_bookings (return_id);
create unique index pickup_bookings_open on pickup_bookings (return_id) where state = 'open';

create table refund_answers (
  refund_id uuid primary key references refunds (id) on delete cascade,
  return_id uuid references returns (id) on delete cascade,
  note text default '' not null check (length(note) <= 500),
  answered_by uuid references users (id) on delete set null,
  answered_at timestamptz default clock_timestamp() not null
);
create index refund_answers_of_return on refund_answers (return_id) where return_id is not null;

create trigger returns_count_version before update on returns for each row execute function count_return_version();
create constraint trigger returns_exchange_holds after update of state on returns deferrable initially deferred
  for each row when ((new.state not in ('accepted', 'picked up'))) execute function check_exchange_holds();
create trigger returns_quantity after update of state on returns
  for each row when ((old.state = 'not received')) execute function check_returned_quantity();
create trigger returns_transition before update of state on returns
  for each row when ((old.state is distinct from new.state)) execute function check_return_transition();
create trigger return_lines_quantity after insert on return_lines for each row execute function check_returned_quantity();
create trigger payouts_count_version before update on payouts for each row execute function count_return_version();
