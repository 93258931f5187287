-- What couriers have paid of the cash that they collected: one row for each list that was entered.
create table cod_remittances (
  id uuid primary key default uuidv7(),
  courier text not null check (courier <> ''),
  -- a hash of the courier and the lines: the same list is entered once
  fingerprint text not null unique,
  entered_by uuid references users (id) on delete set null,
  entered_at timestamptz not null default clock_timestamp()
);
create index cod_remittances_by_time on cod_remittances (entered_at desc);
create index cod_remittances_of_user on cod_remittances (entered_by) where entered_by is not null;

create table cod_remittance_lines (
  id uuid primary key default uuidv7(),
  remittance_id uuid not null references cod_remittances (id) on delete cascade,
  -- in the list, from 1
  line integer not null check (line > 0),
  tracking_number text not null check (tracking_number <> ''),
  amount_paise bigint not null check (amount_paise > 0),
  reference text,
  paid_on date,
  -- null: no parcel has this number
  order_id uuid references orders (id) on delete set null,
  -- what the courier had collected
  expected_paise bigint,
  outcome text not null check (outcome in ('matched', 'short', 'over', 'unknown', 'not due', 'not delivered')),
  -- what was done about a line that does not match
  note text,
  resolved_by uuid references users (id) on delete set null,
  resolved_at timestamptz,
  unique (remittance_id, line)
);
-- The cash of an order is paid once.
create unique index cod_remittance_lines_of_order on cod_remittance_lines (order_id) where order_id is not null;
create index cod_remittance_lines_by_number on cod_remittance_lines (tracking_number);
create index cod_remittance_lines_open on cod_remittance_lines (remittance_id) where outcome <> 'matched' and resolved_at is null;
create index cod_remittance_lines_of_user on cod_remittance_lines (resolved_by) where resolved_by is not null;

-- Orders whose cash is not expected from the courier any more, although no list had it.
create table cod_resolutions (
  order_id uuid primary key references orders (id) on delete cascade,
  note text not null check (note <> ''),
  resolved_by uuid references users (id) on delete set null,
  resolved_at timestamptz not null default clock_timestamp()
);
create index cod_resolutions_of_user on cod_resolutions (resolved_by) where resolved_by is not null;

create index orders_delivered_cod on orders (id) include (number, collect_paise) where status = 'Delivered' and kind <> 'card';

-- The shop has accounted for these orders elsewhere.
insert into cod_resolutions (order_id, note)
  select id, 'Delivered before payments of couriers were entered here.' from orders where status = 'Delivered' and kind <> 'card';
