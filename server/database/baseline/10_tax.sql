create function notify_last_numbers() returns trigger language plpgsql as $$
begin
  perform pg_notify('last_numbers', '');
  return null;
end $$;

create function protect_documents() returns trigger language plpgsql as $$
begin
  raise exception 'Documents are never changed; issue a credit note' using errcode = 'check_violation';
end $$;

create function protect_past_tax_rates() returns trigger language plpgsql as $$
declare
  today date := (now() at time zone 'Asia/Kolkata')::date;
begin
  if old.from_day > today then return coalesce(new, old); end if;
  if tg_op = 'UPDATE'
    and (new.hsn_prefix, new.rate_bp, new.from_day) = (old.hsn_prefix, old.rate_bp, old.from_day)
    and new.up_to_paise is not distinct from old.up_to_paise
    and (
      new.to_day is not distinct from old.to_day
      or (old.to_day is null or old.to_day >= today) and (new.to_day is null or new.to_day >= today)
    )
  then return new; end if;
  raise exception 'Rates of past days are never changed; end the rate and add another one' using errcode = 'check_violation';
end $$;

create table tax_rates (
  id uuid default uuidv7() primary key,
  hsn_prefix text not null check (hsn_prefix ~ '^[0-9]{2,8}$'),
  up_to_paise bigint check (up_to_paise > 0),
  rate_bp integer not null check ((rate_bp >= 0) and (rate_bp <= 10000)),
  from_day date not null,
  to_day date,
  changed_at timestamptz default now() not null,
  changed_by uuid references users (id) on delete set null,
  constraint tax_rates_check check (from_day <= to_day),
  constraint tax_rates_do_not_overlap exclude using gist (hsn_prefix with =, coalesce(up_to_paise, (0)::bigint) with =, daterange(from_day,
    to_day, '[]') with &&)
);
insert into tax_rates (hsn_prefix, up_to_paise, rate_bp, from_day, to_day) values
  ('61', 100000, 500, '2017-07-01', '2025-09-21'),
  ('61', null, 1200, '2017-07-01', '2025-09-21'),
  ('61', 250000, 500, '2025-09-22', null),
  ('61', null, 1800, '2025-09-22', null),
  ('62', 100000, 500, '2017-07-01', '2025-09-21'),
  ('62', null, 1200, '2017-07-01', '2025-09-21'),
  ('62', 250000, 500, '2025-09-22', null),
  ('62', null, 1800, '2025-09-22', null),
  ('63', 100000, 500, '2017-07-01', '2025-09-21'),
  ('63', null, 1200, '2017-07-01', '2025-09-21'),
  ('63', 250000, 500, '2025-09-22', null),
  ('63', null, 1800, '2025-09-22', null),
  ('64', 100000, 500, '2017-07-01', '2025-09-21'),
  ('64', null, 1200, '2017-07-01', '2025-09-21'),
  ('64', 250000, 500, '2025-09-22', null),
  ('64', null, 1800, '2025-09-22', null),
  ('9404', 100000, 500, '2017-07-01', '2025-09-21'),
  ('9404', null, 1200, '2017-07-01', '2025-09-21'),
  ('9404', 250000, 500, '2025-09-22', null),
  ('9404', null, 1800, '2025-09-22', null);

create table documents (
  id uuid default uuidv7() primary key,
  kind text not null check (kind in ('invoice', 'bill of supply', 'credit note')),
  series text not null,
  year text not null check (year ~ '^[0-9]{2}-[0-9]{2}$'),
  number integer not null check (number > 0),
  written text not null check (length(written) <= 16) unique,
  order_id uuid not null references orders (id),
  refers_to uuid references documents (id),
  issued_at timestamptz default clock_timestamp() not null,
  supplier jsonb not null,
  buyer jsonb not null,
  place_of_supply text not null check (place_of_supply ~ '^[0-9]{2}$'),
  lines jsonb not null,
  taxable_paise bigint not null,
  cgst_paise bigint not null,
  sgst_paise bigint not null,
  igst_paise bigint not null,
  total_paise bigint not null,
  reason text,
  constraint documents_check check (total_paise = (((taxable_paise + cgst_paise) + sgst_paise) + igst_paise)),
  constraint documents_check1 check ((kind = 'credit note') = (refers_to is not null)),
  constraint documents_check2 check ((kind = 'credit note') = (reason is not null)),
  unique (series, year, number)
);
create index documents_by_day on documents (issued_at);
create index documents_by_number on documents (number);
create index documents_of_invoice on documents (refers_to) where refers_to is not null;
create index documents_of_order on documents (order_id);

create table document_series (
  series text not null,
  year text not null,
  last_number integer not null,
  primary key (series, year)
);

create table invoice_requests (
  order_id uuid primary key references orders (id) on delete cascade,
  due_at timestamptz not null,
  problem text
);
create index invoice_requests_due on invoice_requests (due_at);

create table cancelled_numbers (
  series text not null,
  year text not null,
  first_number integer not null check (first_number > 0),
  last_number integer not null,
  reason text not null,
  cancelled_at timestamptz default clock_timestamp() not null,
  primary key (series, year, first_number),
  constraint cancelled_numbers_check check (last_number >= first_number)
);

create trigger tax_rates_past before delete or update on tax_rates for each row execute function protect_past_tax_rates();
create trigger documents_append_only before delete or update on documents for each row execute function protect_documents();
create trigger document_series_notify after insert or update on document_series for each statement execute function notify_last_numbers();
