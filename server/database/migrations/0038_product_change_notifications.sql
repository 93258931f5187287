-- Changes of what a product shows are notified when they are committed. Sales are notified by the process that made them, at most
-- once a second and outside the transaction, because NOTIFY makes commits wait for each other.
drop trigger products_stock_told on products;
alter trigger products_told on products rename to products_notify;
alter function tell_products_changed() rename to notify_products_changed;
