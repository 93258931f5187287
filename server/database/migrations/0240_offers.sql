-- Offers: discounts that shoppers get by a code, or that apply by themselves.
create table offers (
  id uuid primary key default uuidv7(),
  title text not null check (length(title) between 1 and 60),
  -- in upper case; null: it applies by itself
  code text check (code = upper(code) and length(code) between 2 and 30),
  kind text not null check (kind in ('percent', 'amount', 'quantity', 'pay_online')),
  percent integer check (percent between 1 and 90),
  amount_paise bigint check (amount_paise > 0),
  -- of a quantity offer: [{"items": 3, "percent": 20}, …]
  tiers jsonb not null default '[]',
  most_paise bigint check (most_paise > 0),
  least_paise bigint check (least_paise > 0),
  scope jsonb not null,
  from_at timestamptz,
  to_at timestamptz,
  limit_total integer check (limit_total > 0),
  limit_person integer check (limit_person > 0),
  first_order boolean not null default false,
  -- false: an administrator has ended it
  active boolean not null default true,
  -- counted offer_uses
  used integer not null default 0 check (used >= 0),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  check (to_at > from_at),
  check (used <= limit_total)
);
create unique index offers_code on offers (code) where active;
create index offers_without_code on offers (id) where active and code is null;

-- Who has used an offer: an order, or an online payment that is not made yet.
create table offer_uses (
  id bigint generated always as identity primary key,
  offer_id uuid not null references offers (id),
  order_id uuid references orders (id) on delete cascade,
  payment_id uuid references payments (id) on delete cascade,
  -- the customer_key of the order, as a keyed hash
  person bytea not null,
  amount_paise bigint not null,
  -- part of offers.used: false after a cancellation and after the end of a hold
  is_counted boolean not null default true,
  used_at timestamptz not null default now()
);
create index offer_uses_of_offer on offer_uses (offer_id, id desc);
create index offer_uses_of_person on offer_uses (person, offer_id);
create index offer_uses_of_order on offer_uses (order_id);
create index offer_uses_of_payment on offer_uses (payment_id);

-- What administrators have changed.
create table offer_events (
  id bigint generated always as identity primary key,
  offer_id uuid not null references offers (id),
  event text not null check (event in ('added', 'changed', 'ended')),
  -- the fields that have changed, with their values before and after
  change jsonb not null default '{}',
  changed_by uuid references users (id) on delete set null,
  happened_at timestamptz not null default now()
);
create index offer_events_of_offer on offer_events (offer_id, id desc);

-- The code that a shopper has entered.
create table cart_offers (
  user_id uuid primary key references users (id) on delete cascade,
  code text not null,
  entered_at timestamptz not null default now()
);
