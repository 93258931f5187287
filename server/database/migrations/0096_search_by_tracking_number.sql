-- For the search of orders, which does not name the courier.
create index shipments_by_tracking_number on shipments (tracking_number) where tracking_number is not null;
