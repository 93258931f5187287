-- Guests pay online. The hash of the token that their browser got; null for every other payment.
alter table payments add column guest_token_hash bytea;
create unique index payments_by_guest_token on payments (guest_token_hash) where guest_token_hash is not null;
create index payments_of_guests on payments (fingerprint) where guest_token_hash is not null and order_id is null;

-- The guest's phone number, as a keyed hash; null for checkouts of accounts.
alter table hold_sources add column phone_hash bytea;
create index hold_sources_by_phone on hold_sources (phone_hash);
