-- How a payment was made, in the provider's word: card, upi, netbanking. Null when the provider did not say it.
alter table captured_payments add column method text;
