-- The payment that the message is about. When the shop has settled it, the message needs no request to the provider.
alter table payment_events add column provider_payment_id text;
