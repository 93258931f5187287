-- What the courier says about parcels that were booked there. One row for each booking that got a number, kept when the booking ends.
create table courier_parcels (
  reference text primary key references courier_bookings (reference) on delete cascade,
  order_id uuid not null references orders (id) on delete cascade,
  -- the last state that the shop knows the meaning of; null until there is one
  state text check (state in (
    'booked', 'pickup failed', 'picked up', 'in transit', 'out for delivery', 'failed', 'delivered', 'returning', 'returned', 'lost', 'damaged', 'cancelled'
  )),
  state_at timestamptz,
  -- attempts to deliver it that failed
  attempts int default 0 not null check (attempts >= 0),
  -- why the last attempt failed, or why it returns, as the courier says it
  reason text default '' not null check (length(reason) <= 300),
  expected_on date,
  -- what does not fit the order, for administrators
  problem text default '' not null check (length(problem) <= 300),
  -- the courier's own code and the answer as it came, without addresses
  provider_code text,
  answer jsonb,
  answered_at timestamptz,
  -- why the last look failed
  look_problem text default '' not null check (length(look_problem) <= 300),
  message_at timestamptz,
  -- how often the courier was asked; the count also says which claim is the last one
  tries int default 0 not null,
  -- when the courier is asked next; null when it is not asked any more
  due_at timestamptz default clock_timestamp(),
  created_at timestamptz default clock_timestamp() not null
);
create index courier_parcels_due on courier_parcels (due_at) where due_at is not null;
create index courier_parcels_order on courier_parcels (order_id);
create index courier_parcels_failed on courier_parcels (state_at, reference) where state in ('failed', 'lost', 'damaged');
create index courier_parcels_problem on courier_parcels (state_at, reference) where problem <> '';

-- What happened to a parcel, and where.
create table courier_scans (
  reference text not null references courier_parcels (reference) on delete cascade,
  happened_at timestamptz not null,
  text text not null check (length(text) <= 200),
  place text default '' not null check (length(place) <= 120),
  -- null: the shop does not know what the courier's code means
  state text,
  provider_code text,
  primary key (reference, happened_at, text)
);

-- Messages of the courier, as they came. They only cause the courier to be asked.
create table courier_messages (
  id bigint generated always as identity primary key,
  received_at timestamptz default clock_timestamp() not null,
  tracking_number text check (length(tracking_number) <= 60),
  -- null: no booking has this number
  reference text references courier_bookings (reference) on delete cascade,
  body jsonb not null
);
create index courier_messages_reference on courier_messages (reference, id);
create index courier_messages_received on courier_messages (received_at);

-- What the courier is to do with a parcel that it could not deliver.
create table delivery_answers (
  id uuid default gen_random_uuid() primary key,
  reference text not null references courier_parcels (reference) on delete cascade,
  order_id uuid not null references orders (id) on delete cascade,
  -- the failed attempt that it answers
  attempt int not null check (attempt >= 1),
  action text not null check (action in ('deliver again', 'bring back')),
  deliver_on date,
  -- what the courier is told beside the address of the order; deleted when the parcel has arrived
  address_line text default '' not null check (length(address_line) <= 200),
  phone text default '' not null check (length(phone) <= 20),
  answered_by text not null check (answered_by in ('shopper', 'administrator')),
  actor_id uuid references users (id) on delete set null,
  state text default 'requested' not null check (state in ('requested', 'sent', 'rejected', 'replaced')),
  problem text default '' not null check (length(problem) <= 300),
  created_at timestamptz default clock_timestamp() not null,
  sent_at timestamptz,
  tries int default 0 not null,
  due_at timestamptz default clock_timestamp() not null
);
create unique index delivery_answers_open on delivery_answers (reference) where state = 'requested';
create index delivery_answers_due on delivery_answers (due_at) where state = 'requested';
create index delivery_answers_order on delivery_answers (order_id);
create index delivery_answers_actor on delivery_answers (actor_id);

insert into courier_parcels (reference, order_id)
select reference, order_id from courier_bookings where state = 'booked';
