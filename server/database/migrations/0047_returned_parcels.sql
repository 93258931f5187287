-- A parcel that was not delivered: on its way back, or received in a condition that decides about the stock.
alter table orders
  add column returned_parcel text check (returned_parcel in ('on its way', 'sellable', 'damaged'));
-- The stock of these orders was returned when they were refused.
update orders set returned_parcel = 'sellable' where status = 'Refused';
