-- A courier may pay an order in several parts; the lists of one courier are entered one after another, so that no line is entered twice.
drop index cod_remittance_lines_of_order;
create index cod_remittance_lines_by_order on cod_remittance_lines (order_id) where order_id is not null;
create index cod_remittance_lines_resolved on cod_remittance_lines (resolved_at desc) where resolved_at is not null;

alter table cod_remittances
  -- a payment for parcels of several couriers; the previous version reads `courier`, which is 'other' then
  add column pays_several boolean not null default false,
  -- what arrived on the bank account, as the administrator entered it
  add column bank_paise bigint check (bank_paise > 0),
  add column utr text check (utr <> ''),
  -- counts the lines that were resolved
  add column version integer not null default 0,
  add column undone_at timestamptz,
  add column undone_by uuid references users (id) on delete set null,
  -- the lines of an undone list, which are deleted
  add column undone_lines jsonb,
  add constraint cod_remittances_undone check ((undone_at is null) = (undone_lines is null));
create index cod_remittances_undone_by_user on cod_remittances (undone_by) where undone_by is not null;

-- The courier of the parcel in a list for several couriers; null: that of the list, or not known.
alter table cod_remittance_lines add column courier text;

create function count_remittance_version() returns trigger language plpgsql as $$
begin
  update cod_remittances set version = version + 1 where id = new.remittance_id;
  return null;
end $$;
create trigger cod_remittance_lines_count_version after update of resolved_at on cod_remittance_lines
  for each row when (old.resolved_at is distinct from new.resolved_at) execute function count_remittance_version();
