-- What an administrator has changed in an order: the old and the new values. Not shown to shoppers.
alter table order_events add column change jsonb;
