-- Failed deliveries of which shoppers were told, and claims for parcels that are lost or damaged.
alter table courier_parcels
  -- the attempts that the shopper was told about
  add column announced_attempts int default 0 not null,
  -- the last day of a claim at the courier; null: nothing is to be claimed
  add column claim_by date,
  add column claimed_on date,
  add column claim_reference text default '' not null check (length(claim_reference) <= 60),
  add column claim_closed_at timestamptz;

-- A claim stays open when a damaged parcel comes back.
create function open_parcel_claim() returns trigger language plpgsql as $$
begin
  if new.state in ('lost', 'damaged') and new.claim_by is null then
    new.claim_by := (coalesce(new.state_at, clock_timestamp()) at time zone 'Asia/Kolkata')::date
      + case new.state when 'lost' then 7 else 3 end;
  end if;
  return new;
end
$$;
create trigger open_parcel_claim before insert or update of state on courier_parcels for each row execute function open_parcel_claim();
update courier_parcels set state = state where state in ('lost', 'damaged');

create index courier_parcels_claims on courier_parcels (claim_by, reference) where claim_by is not null and claim_closed_at is null;
create index delivery_answers_details on delivery_answers (reference) where address_line <> '' or phone <> '';
-- The last answer of an attempt.
create index delivery_answers_reference on delivery_answers (reference, attempt, created_at desc);
