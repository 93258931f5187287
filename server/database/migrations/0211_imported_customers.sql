-- People of an earlier shop, from files. They have no account, and are one with the orders of their phone.
create table imported_customers (
  id uuid primary key default uuidv7(),
  name text not null,
  -- ten digits
  phone text check (phone ~ '^[6-9][0-9]{9}$'),
  -- in lower case
  email text,
  -- to messages about offers; null: never asked
  consent boolean,
  consent_on date,
  consent_source text,
  imported_at timestamptz not null default now(),
  search_text text not null generated always as (lower(' ' || name || ' ' || coalesce(phone, '') || ' ' || coalesce(email, '') || ' ')) stored,
  check (phone is not null or email is not null),
  check ((consent is null) = (consent_on is null) and (consent is null) = (consent_source is null))
);
create unique index imported_customers_by_phone on imported_customers (phone);
create unique index imported_customers_by_email on imported_customers (email) where phone is null;
create index imported_customers_of_email on imported_customers (email);
create index imported_customers_search_text on imported_customers using gin (search_text gin_trgm_ops);
