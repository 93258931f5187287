-- An account that is deleted is also removed from past rates.
create or replace function protect_past_tax_rates() returns trigger language plpgsql as $$
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
