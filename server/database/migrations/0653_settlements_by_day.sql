create index settlement_rows_by_day on settlement_rows (settled_on);
