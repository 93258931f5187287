-- What payment providers have settled to the bank account: payments, refunds and whatever else they add or deduct, as they report it.
create table settlement_rows (
  id uuid default uuidv7() primary key,
  provider text not null,
  settlement_id text not null,
  -- of the payment or refund at the provider
  entity_id text not null,
  kind text not null,
  amount_paise bigint not null check (amount_paise >= 0),
  -- with the tax
  fee_paise bigint not null check (fee_paise >= 0),
  tax_paise bigint not null check (tax_paise >= 0),
  debit_paise bigint not null check (debit_paise >= 0),
  credit_paise bigint not null check (credit_paise >= 0),
  -- of the line on the bank statement
  utr text,
  -- the day in India
  settled_on date not null,
  -- the shop has this payment or refund, and all amounts fit
  is_matched boolean default false not null,
  read_at timestamptz default clock_timestamp() not null,
  -- why a row that does not match is right
  note text,
  resolved_by uuid references users (id) on delete set null,
  resolved_at timestamptz,
  unique (provider, entity_id, kind),
  constraint settlement_rows_resolved check ((note is null) = (resolved_at is null))
);
create index settlement_rows_of_settlement on settlement_rows (provider, settlement_id);
create index settlement_rows_open on settlement_rows (settled_on, id) where not is_matched and resolved_at is null;
create index settlement_rows_of_entity on settlement_rows (entity_id);
create index settlement_rows_of_user on settlement_rows (resolved_by) where resolved_by is not null;
create index settlement_rows_resolved on settlement_rows (resolved_at desc) where resolved_at is not null;
