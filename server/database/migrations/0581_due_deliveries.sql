-- The next delivery of an endpoint is the first row of it, also when thousands are due since the same moment.
create index webhook_deliveries_due_in_order on webhook_deliveries (endpoint_id, next_at, event_id) where state = 'waiting';
