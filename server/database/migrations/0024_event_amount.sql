-- What an event moved, where it moved money: a refund may be a part of what was paid, and its mail says how much.
alter table order_events add column amount_paise bigint;
