create extension if not exists btree_gist;

-- The rates of GST. Of the rates of a day, those of the longest prefix of an HSN code count, and of these the lowest limit that the value of
-- a piece keeps.
create table tax_rates (
  id uuid primary key default uuidv7(),
  hsn_prefix text not null check (hsn_prefix ~ '^[0-9]{2,8}$'),
  -- of the value of a piece without tax; null: any
  up_to_paise bigint check (up_to_paise > 0),
  -- in basis points: 500 is 5 %
  rate_bp integer not null check (rate_bp between 0 and 10000),
  from_day date not null,
  -- the last day; null: still counts
  to_day date,
  changed_at timestamptz not null default now(),
  changed_by uuid references users (id) on delete set null,
  check (from_day <= to_day),
  constraint tax_rates_do_not_overlap exclude using gist (
    hsn_prefix with =,
    (coalesce(up_to_paise, 0)) with =,
    daterange(from_day, to_day, '[]') with &&
  )
);

-- Clothes, textiles and quilts; shoes (64) by the pair. India, since 22 September 2025, and before.
insert into tax_rates (hsn_prefix, up_to_paise, rate_bp, from_day, to_day)
select prefix, up_to_paise, rate_bp, from_day, to_day
from unnest(array['61', '62', '63', '64', '9404']) as prefix
cross join (values
  (100000, 500, date '2017-07-01', date '2025-09-21'),
  (null, 1200, date '2017-07-01', date '2025-09-21'),
  (250000, 500, date '2025-09-22', null),
  (null, 1800, date '2025-09-22', null)
) as rates (up_to_paise, rate_bp, from_day, to_day);

-- Rates of past days are in documents.
create function protect_past_tax_rates() returns trigger language plpgsql as $$
declare
  today date := (now() at time zone 'Asia/Kolkata')::date;
begin
  if old.from_day > today then return coalesce(new, old); end if;
  if tg_op = 'UPDATE'
    and (new.hsn_prefix, new.rate_bp, new.from_day) = (old.hsn_prefix, old.rate_bp, old.from_day)
    and new.up_to_paise is not distinct from old.up_to_paise
    and (old.to_day is null or old.to_day >= today)
    and (new.to_day is null or new.to_day >= today)
  then return new; end if;
  raise exception 'Rates of past days are never changed; end the rate and add another one' using errcode = 'check_violation';
end $$;
create trigger tax_rates_past before update or delete on tax_rates for each row execute function protect_past_tax_rates();
