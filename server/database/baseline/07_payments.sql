create function check_payment_transition() returns trigger language plpgsql as $$
begin
  if old.status = 'paid' or (old.status = 'authorized' and new.status = 'created') or (old.status = 'failed' and new.status = 'created') then
    raise exception 'A payment cannot go from % to %', old.status, new.status using errcode = 'check_violation';
  end if;
  return new;
end $$;

create function current_refund_speed() returns text language sql stable as $$
  select coalesce((select value ->> 'refundSpeed' from settings where key = 'orders'), 'normal')
$$;

create function sum_order_refunds() returns trigger language plpgsql as $$
declare
  payment payments;
begin
  select * into payment from payments where id = coalesce(new.payment_id, old.payment_id);
  if payment.order_id is null then return null; end if;
  -- A statement of its own, so that the sum below sees what others have committed.
  perform from orders where id = payment.order_id for update;
  update orders set refunded_paise = refunded.paise
    from (
      select coalesce((
        select sum(refunds.amount_paise) from refunds
        join payments as paid on paid.id = refunds.payment_id and paid.provider_payment_id = refunds.provider_payment_id
        where paid.order_id = payment.order_id and refunds.status <> 'failed'
      ), 0) + coalesce((select sum(amount_paise) from cash_refunds where order_id = payment.order_id), 0) as paise
    ) as refunded
    where id = payment.order_id and refunded_paise <> refunded.paise;
  return null;
end $$;

create table payments (
  id uuid default uuidv7() primary key,
  user_id uuid references users (id) on delete set null,
  provider_order_id text unique,
  provider_payment_id text unique,
  amount_paise bigint not null check (amount_paise >= 100),
  status text default 'created' not null check (status in ('created', 'failed', 'authorized', 'paid')),
  cart_snapshot jsonb not null,
  delivery_address jsonb not null,
  fingerprint text not null,
  hold_ends_at timestamptz not null,
  hold_released_at timestamptz,
  order_id uuid references orders (id),
  discrepancy text,
  next_check_at timestamptz,
  created_at timestamptz default clock_timestamp() not null,
  void_reason text,
  provider text default 'razorpay' not null,
  checked_at timestamptz,
  adjustments jsonb default '[]'::jsonb not null,
  detached_from uuid references orders (id),
  guest_token_hash bytea,
  collect_paise bigint default 0 not null check (collect_paise >= 0),
  keeps_advance boolean default false not null,
  constraint payments_void_reason check ((void_reason in ('sold out', 'superseded', 'refunded elsewhere'))) not valid
);
create unique index payments_by_guest_token on payments (guest_token_hash) where guest_token_hash is not null;
create index payments_detached on payments (detached_from) where detached_from is not null;
create index payments_due on payments (next_check_at) where status <> 'paid';
create unique index payments_first_of_order on payments (order_id) where fingerprint not like 'order %';
create unique index payments_for_order on payments (order_id) where fingerprint like 'order %';
create index payments_of_guests on payments (fingerprint) where (guest_token_hash is not null) and (order_id is null);
create index payments_of_order on payments (order_id) where order_id is not null;
create index payments_of_shopper on payments (user_id, created_at desc);
create index payments_unordered on payments (created_at desc) where (order_id is null)
  and ((status in ('paid', 'authorized')) or (provider_payment_id is not null));
create index payments_with_discrepancy on payments (created_at desc) where discrepancy is not null;
create index payments_with_hold on payments (hold_ends_at) where (hold_released_at is null) and (order_id is null);

create table captured_payments (
  provider_payment_id text primary key,
  payment_id uuid not null references payments (id),
  amount_paise bigint not null check (amount_paise > 0),
  captured_at timestamptz default clock_timestamp() not null,
  method text
);
create index captured_payments_by_time on captured_payments (captured_at);
create index captured_payments_of_payment on captured_payments (payment_id);

create table payment_events (
  id bigint generated always as identity primary key,
  provider_event_id text not null unique,
  event text not null,
  provider_order_id text,
  payload jsonb,
  received_at timestamptz default clock_timestamp() not null,
  processed_at timestamptz,
  attempts integer default 0 not null,
  next_attempt_at timestamptz default now() not null,
  provider_payment_id text,
  body bytea,
  provider text default 'razorpay' not null
);
create index payment_events_of_order on payment_events (provider_order_id);
create index payment_events_open on payment_events (id) where processed_at is null;

create table refunds (
  id uuid default uuidv7() primary key,
  payment_id uuid not null references payments (id),
  provider_payment_id text not null,
  amount_paise bigint not null check (amount_paise > 0),
  reason text not null,
  provider_refund_id text unique,
  status text default 'requested' not null check (status in ('requested', 'pending', 'processed', 'failed')),
  attempts integer default 0 not null,
  next_attempt_at timestamptz default clock_timestamp() not null,
  created_at timestamptz default clock_timestamp() not null,
  requested_by uuid references users (id) on delete set null,
  settled_at timestamptz,
  rejections integer default 0 not null,
  replaced_by uuid unique references refunds (id),
  last_rejection text,
  found_at timestamptz,
  speed text default current_refund_speed() check (speed in ('normal', 'optimum')),
  constraint refunds_check check ((settled_at is not null) = (status in ('processed', 'failed')))
);
create index refunds_by_settlement on refunds (settled_at) where status = 'processed';
create index refunds_failed on refunds (created_at desc) where status = 'failed';
create index refunds_found on refunds (found_at) where found_at is not null;
create index refunds_of_payment on refunds (payment_id);
create index refunds_open on refunds (next_attempt_at) where status in ('requested', 'pending');
create index refunds_rejected on refunds (created_at) where (status = 'requested') and (rejections > 0);

create table disputes (
  id uuid default uuidv7() primary key,
  provider_dispute_id text not null unique,
  provider_payment_id text,
  amount_paise bigint,
  reason text,
  phase text,
  status text,
  respond_by timestamptz,
  attempts integer default 0 not null,
  next_check_at timestamptz default clock_timestamp(),
  created_at timestamptz default clock_timestamp() not null,
  provider text default 'razorpay' not null
);
create index disputes_due on disputes (next_check_at) where next_check_at is not null;
create index disputes_to_review on disputes (created_at) where status in ('open', 'lost');

create table unknown_payments (
  id uuid default uuidv7() primary key,
  provider_payment_id text not null unique,
  provider_order_id text not null,
  amount_paise bigint not null,
  phone text,
  found_at timestamptz default clock_timestamp() not null,
  provider text default 'razorpay' not null,
  order_id uuid references orders (id) on delete set null
);
create index unknown_payments_of_order on unknown_payments (order_id) where order_id is not null;

create table resolved_discrepancies (
  id uuid default uuidv7() primary key,
  kind text not null,
  subject_id uuid not null,
  detail text,
  amount_paise bigint not null,
  discrepancy jsonb not null,
  note text not null,
  resolved_by uuid references users (id) on delete set null,
  resolved_at timestamptz default clock_timestamp() not null,
  constraint resolved_discrepancies_subject_id_kind_detail_amount_paise_key unique nulls not distinct (subject_id, kind, detail, amount_paise)
);
create index resolved_discrepancies_newest on resolved_discrepancies (resolved_at desc);

create table hold_sources (
  payment_id uuid primary key references payments (id) on delete cascade,
  ip_hash bytea not null,
  items integer not null,
  created_at timestamptz default now() not null,
  range_hash bytea,
  device_hash bytea,
  phone_hash bytea,
  email_hash bytea,
  is_known boolean default false not null
);
create index hold_sources_by_device on hold_sources (device_hash);
create index hold_sources_by_email on hold_sources (email_hash);
create index hold_sources_by_ip on hold_sources (ip_hash);
create index hold_sources_by_phone on hold_sources (phone_hash);
create index hold_sources_by_range on hold_sources (range_hash);
create index hold_sources_by_time on hold_sources (created_at);

create table cash_refunds (
  id uuid default uuidv7() primary key,
  order_id uuid not null references orders (id) on delete cascade,
  amount_paise bigint not null check (amount_paise > 0),
  reason text not null,
  recorded_by uuid references users (id) on delete set null,
  created_at timestamptz default clock_timestamp() not null
);
create index cash_refunds_by_time on cash_refunds (created_at);
create index cash_refunds_of_order on cash_refunds (order_id);

create table offer_uses (
  id bigint generated always as identity primary key,
  offer_id uuid not null references offers (id),
  order_id uuid references orders (id) on delete cascade,
  payment_id uuid references payments (id) on delete cascade,
  person bytea not null,
  amount_paise bigint not null,
  is_counted boolean default true not null,
  used_at timestamptz default now() not null,
  person_keys bytea[]
);
create index offer_uses_by_person_keys on offer_uses using gin (person_keys);
create index offer_uses_of_offer on offer_uses (offer_id, id desc);
create index offer_uses_of_open_payment on offer_uses (payment_id) where (order_id is null) and is_counted;
create index offer_uses_of_order on offer_uses (order_id);
create index offer_uses_of_payment on offer_uses (payment_id);
create index offer_uses_of_person on offer_uses (person, offer_id);

create view held_stock as
 select payments.user_id,
    ((line.value ->> 'productId'))::uuid as product_id,
    (sum(((line.value ->> 'quantity'))::integer))::integer as quantity
   from payments,
    lateral jsonb_array_elements(payments.cart_snapshot) line(value)
  where ((payments.hold_released_at is null) and (payments.order_id is null) and (payments.status in ('created', 'failed')))
  group by payments.user_id, ((line.value ->> 'productId'))::uuid;

create view held_stock_by_size as
 select payments.user_id,
    ((line.value ->> 'productId'))::uuid as product_id,
    (line.value ->> 'size') as size,
    (sum(((line.value ->> 'quantity'))::integer))::integer as quantity
   from payments,
    lateral jsonb_array_elements(payments.cart_snapshot) line(value)
  where ((payments.hold_released_at is null) and (payments.order_id is null) and (payments.status in ('created', 'failed')))
  group by payments.user_id, ((line.value ->> 'productId'))::uuid, (line.value ->> 'size');

create trigger payments_transition before update of status on payments
  for each row when ((old.status is distinct from new.status)) execute function check_payment_transition();
create trigger refunds_sum after insert or delete or update of status, amount_paise on refunds
  for each row execute function sum_order_refunds();
