-- The problem of a parcel that an administrator has marked as resolved; another problem is shown again.
alter table courier_parcels add column resolved_problem text default '' not null check (length(resolved_problem) <= 300);
drop index courier_parcels_problem;
create index courier_parcels_problem on courier_parcels (order_id) where problem <> '' and problem <> resolved_problem;
