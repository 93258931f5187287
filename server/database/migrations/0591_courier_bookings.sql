-- Parcels that are booked at a courier. A row is written before the courier is asked, and has no personal data.
create table courier_bookings (
  -- the number of the order and the attempt, such as K7M2-P9QX-B1
  reference text primary key check ((length(reference) >= 1) and (length(reference) <= 50)),
  order_id uuid not null references orders (id) on delete cascade,
  attempt int not null check (attempt >= 1),
  state text default 'requested' not null check (state in ('requested', 'booked', 'rejected', 'cancelling', 'cancelled')),
  -- what the courier was asked to collect and to carry
  collect_paise bigint not null check (collect_paise >= 0),
  weight_grams int not null check (weight_grams > 0),
  -- whether the address of the order has changed since the courier was asked
  address_changed boolean default false not null,
  -- a sentence for administrators: why it is not booked, or why it is to be booked again
  problem text default '' not null check (length(problem) <= 600),
  -- why the courier has not cancelled it yet
  cancel_problem text default '' not null check (length(cancel_problem) <= 600),
  provider_order_id text,
  provider_shipment_id text,
  courier text,
  courier_name text,
  tracking_number text,
  requested_by uuid references users (id) on delete set null,
  created_at timestamptz default clock_timestamp() not null,
  booked_at timestamptz,
  -- how often the courier was asked; the count also says which claim is the last one
  tries int default 0 not null,
  -- when the courier is asked; a claim sets it to the end of the claim
  due_at timestamptz default clock_timestamp() not null,
  unique (order_id, attempt)
);
create unique index courier_bookings_open on courier_bookings (order_id) where state in ('requested', 'booked');
create index courier_bookings_due on courier_bookings (due_at) where state in ('requested', 'cancelling');
create index courier_bookings_booked on courier_bookings (booked_at) where state = 'booked';
create index courier_bookings_requested_by on courier_bookings (requested_by);

create function record_changed_booking_address() returns trigger language plpgsql as $$
begin
  update courier_bookings set address_changed = true where order_id = new.id and state in ('requested', 'booked') and not address_changed;
  return null;
end $$;
-- An email address, a GSTIN and the name of a business are not on the parcel.
create trigger orders_record_booking_address after update of delivery_address on orders for each row
  when (
    (old.delivery_address - '{email,gstin,businessName}'::text[]) is distinct from (new.delivery_address - '{email,gstin,businessName}'::text[])
  )
  execute function record_changed_booking_address();
