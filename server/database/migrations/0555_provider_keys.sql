-- The keys of payment and courier providers that an administrator has entered. They are encrypted with a key of the shop's secret.
create table provider_keys (
  provider text primary key check (provider in ('razorpay', 'shiprocket')),
  account text not null,
  secrets bytea not null,
  secret_end text not null,
  entered_at timestamptz default clock_timestamp() not null
);
