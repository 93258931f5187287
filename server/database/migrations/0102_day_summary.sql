-- For the summary of a day.
create index order_events_by_time on order_events (happened_at);
create index refunds_by_settlement on refunds (settled_at) where status = 'processed';
create index cash_refunds_by_time on cash_refunds (created_at);
