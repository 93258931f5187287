-- What the shop spends beside goods, and what parcels and online payments cost where nothing exact is known.
create table expenses (
  id uuid default uuidv7() primary key,
  day date not null,
  kind text not null check (length(kind) between 1 and 40),
  amount_paise bigint not null check (amount_paise > 0),
  note text default '' not null check (length(note) <= 300),
  entered_by uuid references users (id) on delete set null,
  created_at timestamptz default clock_timestamp() not null,
  version int default 0 not null
);
create index expenses_by_day on expenses (day desc, id desc);
create index expenses_of_user on expenses (entered_by) where entered_by is not null;

-- One row, as soon as somebody has saved it.
create table profit_rates (
  id boolean default true primary key check (id),
  -- of a parcel to a customer
  freight_paise bigint not null check (freight_paise >= 0),
  -- of a parcel that comes back
  return_freight_paise bigint not null check (return_freight_paise >= 0),
  -- of an online payment, with the tax on it, in basis points: 236 is 2.36 %
  fee_bp int not null check (fee_bp between 0 and 1000),
  version int default 0 not null
);

create index order_events_of_parcels on order_events (event, happened_at)
  where event in ('Shipped', 'Delivered', 'Refused', 'Undelivered', 'Parcel received');
