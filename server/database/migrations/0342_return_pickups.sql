-- The pick-up of an accepted return, as the courier has booked it.
alter table returns
  add column pickup_courier text,
  add column pickup_reference text check (length(pickup_reference) between 1 and 60),
  add column pickup_booked_at timestamptz,
  add constraint returns_pickup check (
    (pickup_courier is null) = (pickup_reference is null) and (pickup_reference is null) = (pickup_booked_at is null)
      and (pickup_reference is null or handover = 'pickup')
  );
