-- Money that the provider took for a checkout that this database does not know, as after the restore of an older backup:
-- a person has to send it back or to order for the shopper.
create table unknown_payments (
  id uuid primary key default uuidv7(),
  provider_payment_id text not null unique,
  provider_order_id text not null,
  amount_paise bigint not null,
  -- the payer's telephone, as far as the provider's message names it
  phone text,
  found_at timestamptz not null default clock_timestamp()
);
