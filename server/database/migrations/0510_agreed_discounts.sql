-- A discount that an administrator has agreed with the customer of an order by phone or at a fair.
alter table order_adjustments drop constraint order_adjustments_source_check;
alter table order_adjustments add constraint order_adjustments_source_check
  check (source in ('offer', 'exchange', 'exchange_fee', 'shipping', 'cash_on_delivery', 'agreed'));
