-- The charges of an order: for shipping, and for cash on delivery.
alter table order_adjustments drop constraint order_adjustments_source_check;
alter table order_adjustments add constraint order_adjustments_source_check
  check (source in ('offer', 'exchange', 'exchange_fee', 'shipping', 'cash_on_delivery'));

-- The shipping charge of these PIN codes; null: as the policies say.
alter table delivery_rules add column charge_paise bigint check (charge_paise between 0 and 200000);
