-- Invoices, bills of supply and credit notes, as they were issued. They outlive the account of their shopper.
create table documents (
  id uuid primary key default uuidv7(),
  kind text not null check (kind in ('invoice', 'bill of supply', 'credit note')),
  series text not null,
  -- the financial year, such as 26-27
  year text not null check (year ~ '^[0-9]{2}-[0-9]{2}$'),
  number integer not null check (number > 0),
  -- on paper, such as LL/26-27/000123
  written text not null unique check (length(written) <= 16),
  order_id uuid not null references orders (id),
  refers_to uuid references documents (id),
  issued_at timestamptz not null default clock_timestamp(),
  supplier jsonb not null,
  buyer jsonb not null,
  -- code of the state
  place_of_supply text not null check (place_of_supply ~ '^[0-9]{2}$'),
  lines jsonb not null,
  taxable_paise bigint not null,
  cgst_paise bigint not null,
  -- or UTGST
  sgst_paise bigint not null,
  igst_paise bigint not null,
  total_paise bigint not null check (total_paise = taxable_paise + cgst_paise + sgst_paise + igst_paise),
  reason text,
  unique (series, year, number),
  check ((kind = 'credit note') = (refers_to is not null)),
  check ((kind = 'credit note') = (reason is not null))
);
create index documents_of_order on documents (order_id);
create index documents_of_invoice on documents (refers_to) where refers_to is not null;
create index documents_by_day on documents (issued_at);

create function protect_documents() returns trigger language plpgsql as $$
begin
  raise exception 'Documents are never changed; issue a credit note' using errcode = 'check_violation';
end $$;
create trigger documents_append_only before update or delete on documents for each row execute function protect_documents();

-- The last number of each series. A transaction locks the row last, so that a number is used only when it commits.
create table document_series (
  series text not null,
  year text not null,
  last_number integer not null,
  primary key (series, year)
);

-- Packed orders whose invoice is not issued yet.
create table invoice_requests (
  order_id uuid primary key references orders (id) on delete cascade,
  -- after the time in which packing can be undone, or of the next try
  due_at timestamptz not null,
  -- what an administrator must complete before
  problem text
);
create index invoice_requests_due on invoice_requests (due_at);
