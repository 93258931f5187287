-- Why a checkout makes no order that lives, whatever is paid for it: its pieces were gone when the money came, the shopper
-- had ordered them in another way by then, or the money had been sent back on the provider's own page.
alter table payments add column void_reason text,
  -- Not valid: no row has one yet, so none is looked at.
  add constraint payments_void_reason check (void_reason in ('sold out', 'superseded', 'refunded elsewhere')) not valid;
update payments set void_reason = 'sold out' from refunds
  where payment_id = payments.id and refunds.reason = 'sold out before the payment arrived';
