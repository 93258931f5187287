-- The first and the last day of a settlement are read from it.
create index settlement_rows_days on settlement_rows (provider, settlement_id, settled_on);
