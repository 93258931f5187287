-- When an order that its shopper has not confirmed is cancelled, as its reminder says; null in orders whose reminder did not say so.
alter table orders add column cancels_at timestamptz;
create index orders_to_cancel on orders (cancels_at) where status = 'Placed' and cancels_at is not null;
