-- Which shop this database is, and a count that rises every minute. A file in DATA_DIR has the same figures: a database that is behind its
-- file was restored by another tool.
create table data_marker (
  id boolean primary key default true check (id),
  shop uuid not null default gen_random_uuid(),
  beat bigint not null default 0,
  beat_at timestamptz not null default clock_timestamp()
);
insert into data_marker default values;

create function notify_last_numbers() returns trigger language plpgsql as $$
begin
  perform pg_notify('last_numbers', '');
  return null;
end $$;
create trigger data_marker_notify after update on data_marker for each statement execute function notify_last_numbers();
create trigger document_series_notify after insert or update on document_series for each statement execute function notify_last_numbers();

-- Money is held from a restore until the provider's refunds are compared and each open transfer is answered.
create table restores (
  id uuid primary key default uuidv7(),
  cause text not null check (cause in ('backup', 'older database')),
  -- what happened later is not in the database
  made_at timestamptz not null,
  found_at timestamptz not null default clock_timestamp(),
  compared_at timestamptz,
  ended_at timestamptz
);
create unique index restores_open on restores ((ended_at is null)) where ended_at is null;

-- Money that may have been transferred after `restores.made_at`: unpaid refunds by transfer, and open returns of what was paid in cash.
create table restore_transfers (
  id uuid primary key default uuidv7(),
  restore_id uuid not null references restores (id) on delete cascade,
  payout_id uuid references payouts (id) on delete cascade,
  return_id uuid references returns (id) on delete cascade,
  answer text check (answer in ('paid', 'not paid')),
  -- of the transfer at the bank
  reference text check (length(reference) between 1 and 40),
  answered_by uuid references users (id) on delete set null,
  answered_at timestamptz,
  check ((payout_id is null) <> (return_id is null)),
  check ((answer is null) = (answered_at is null)),
  check ((answer is not distinct from 'paid') = (reference is not null))
);
create index restore_transfers_of_restore on restore_transfers (restore_id);
create index restore_transfers_of_payout on restore_transfers (payout_id) where payout_id is not null;
create index restore_transfers_of_return on restore_transfers (return_id) where return_id is not null;

-- Numbers of documents that are not given, because others may have got them before the restore.
create table cancelled_numbers (
  series text not null,
  year text not null,
  first_number integer not null check (first_number > 0),
  last_number integer not null,
  reason text not null,
  cancelled_at timestamptz not null default clock_timestamp(),
  primary key (series, year, first_number),
  check (last_number >= first_number)
);
