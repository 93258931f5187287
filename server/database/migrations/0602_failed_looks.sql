-- How often the courier has not answered in a row: the next look waits longer each time.
alter table courier_parcels add column failed_looks int default 0 not null check (failed_looks >= 0);
