-- The provider's last reason for rejecting the refund.
alter table refunds add column last_rejection text;
create index refunds_rejected on refunds (created_at) where status = 'requested' and rejections > 0;

-- Disputes (chargebacks). A webhook inserts the id; everything else is fetched from the provider.
create table disputes (
  id uuid primary key default uuidv7(),
  provider_dispute_id text not null unique,
  provider_payment_id text,
  amount_paise bigint,
  reason text,
  phase text,
  status text,
  respond_by timestamptz,
  attempts integer not null default 0,
  -- null: the dispute is over
  next_check_at timestamptz default clock_timestamp(),
  created_at timestamptz not null default clock_timestamp()
);
create index disputes_due on disputes (next_check_at) where next_check_at is not null;
create index disputes_to_review on disputes (created_at) where status in ('open', 'lost');

-- Payments that an administrator has reviewed, as they were listed. One that changes afterwards is listed again.
create table resolved_discrepancies (
  id uuid primary key default uuidv7(),
  kind text not null,
  subject_id uuid not null,
  detail text,
  amount_paise bigint not null,
  discrepancy jsonb not null,
  note text not null,
  resolved_by uuid references users (id) on delete set null,
  resolved_at timestamptz not null default clock_timestamp(),
  unique nulls not distinct (subject_id, kind, detail, amount_paise)
);
create index resolved_discrepancies_newest on resolved_discrepancies (resolved_at desc);
