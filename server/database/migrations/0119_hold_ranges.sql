-- The network around the IP address and the browser, as keyed hashes; null in rows of the version before.
alter table hold_sources add column range_hash bytea, add column device_hash bytea;
create index hold_sources_by_range on hold_sources (range_hash);
create index hold_sources_by_device on hold_sources (device_hash);
