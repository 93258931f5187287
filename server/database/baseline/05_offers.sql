create table offers (
  id uuid default uuidv7() primary key,
  title text not null check ((length(title) >= 1) and (length(title) <= 60)),
  code text check ((code = upper(code)) and ((length(code) >= 2) and (length(code) <= 30))),
  kind text not null check (kind in ('percent', 'amount', 'quantity', 'pay_online')),
  percent integer check ((percent >= 1) and (percent <= 90)),
  amount_paise bigint check (amount_paise > 0),
  tiers jsonb default '[]'::jsonb not null,
  most_paise bigint check (most_paise > 0),
  least_paise bigint check (least_paise > 0),
  scope jsonb not null,
  from_at timestamptz,
  to_at timestamptz,
  limit_total integer check (limit_total > 0),
  limit_person integer check (limit_person > 0),
  first_order boolean default false not null,
  active boolean default true not null,
  used integer default 0 not null check (used >= 0),
  version integer default 1 not null,
  created_at timestamptz default now() not null,
  constraint offers_check check (to_at > from_at),
  constraint offers_check1 check (used <= limit_total)
);
create index offers_by_code on offers (code, active desc, id desc) where code is not null;
create unique index offers_code on offers (code) where active;
create index offers_without_code on offers (id) where active and (code is null);

create table offer_events (
  id bigint generated always as identity primary key,
  offer_id uuid not null references offers (id),
  event text not null check (event in ('added', 'changed', 'ended')),
  change jsonb default '{}'::jsonb not null,
  changed_by uuid references users (id) on delete set null,
  happened_at timestamptz default now() not null
);
create index offer_events_of_offer on offer_events (offer_id, id desc);

create table cart_lines (
  user_id uuid not null references users (id) on delete cascade,
  product_id uuid not null references products (id) on delete cascade,
  size text not null check (length(size) <= 20),
  quantity integer not null check ((quantity >= 1) and (quantity <= 99)),
  displayed_price_paise bigint not null,
  added_at timestamptz default clock_timestamp() not null,
  primary key (user_id, product_id, size)
);
create index cart_lines_by_time on cart_lines (added_at);

create table cart_offers (
  user_id uuid primary key references users (id) on delete cascade,
  code text not null,
  entered_at timestamptz default now() not null
);
