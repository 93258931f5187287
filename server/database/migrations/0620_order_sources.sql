-- Where the visit of an order comes from, or how an order that an administrator has entered came. Deleted after 90 days.
create table order_referrals (
  id bigint generated always as identity primary key,
  order_id uuid unique references orders (id) on delete cascade,
  -- until the payment has an order
  payment_id uuid unique references payments (id) on delete cascade,
  source text not null,
  medium text not null default '',
  campaign text not null default '',
  -- of the page with the link; empty when the browser says none
  host text not null default '',
  -- the parameter that the advertisement has added to its link, such as gclid, and its value
  click_name text not null default '',
  click_id text not null default '',
  stored_at timestamptz not null default now(),
  check (order_id is not null or payment_id is not null)
);
create index order_referrals_stored on order_referrals (stored_at);

-- Orders placed on a day by where they come from, without persons. Not counted again after 90 days.
create table daily_order_sources (
  day date not null,
  -- visit: the page of the order has said it; not known: it has not, or another program has placed the order; entered: by an administrator
  kind text not null check (kind in ('visit', 'not known', 'entered')),
  source text not null,
  medium text not null,
  campaign text not null,
  orders int not null,
  cancelled int not null,
  -- refused on delivery, or could not be delivered
  not_taken int not null,
  -- orders of which an item came back
  returned int not null,
  -- of those that are not cancelled, refused or undelivered
  sold_paise bigint not null,
  primary key (day, kind, source, medium, campaign)
);

-- All days are counted once more.
insert into changed_order_days (day, transaction_id)
select day::date, '0'
from (select min(placed_at) as first, max(placed_at) as last from orders) as placed,
  generate_series((first at time zone 'Asia/Kolkata')::date, (last at time zone 'Asia/Kolkata')::date, interval '1 day') as days (day)
on conflict do nothing;
