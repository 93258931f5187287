-- What one unit cost the shop when it was ordered; null: not known, as for older orders.
alter table order_lines add column cost_paise bigint check (cost_paise >= 0);
