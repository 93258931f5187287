-- Parcels whose collection the courier is asked for once a day.
alter table courier_parcels
  -- set before the courier is asked, so that no day asks twice
  add column pickup_asked_on date,
  add column pickup_requested_at timestamptz,
  add column pickup_problem text default '' not null check (length(pickup_problem) <= 300);
-- Parcels that have left before are not asked for.
update courier_parcels set pickup_requested_at = created_at from orders where orders.id = order_id and orders.status <> 'Packed';
create index courier_parcels_pickup on courier_parcels (created_at) where pickup_requested_at is null;
create index courier_parcels_pickup_problem on courier_parcels (order_id) where pickup_problem <> '';
