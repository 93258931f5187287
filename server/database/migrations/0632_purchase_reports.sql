-- Orders whose shoppers agree that the shop tells advertising companies about the purchase, and whether Meta was told.
create table purchase_reports (
  id bigint generated always as identity primary key,
  order_id uuid unique references orders (id) on delete cascade,
  -- until the payment has an order
  payment_id uuid unique references payments (id) on delete cascade,
  -- the companies that the shopper has read
  recipients text not null check (recipients in ('meta', 'google', 'both')),
  text_version text not null,
  agreed_at timestamptz not null default clock_timestamp(),
  withdrawn_at timestamptz,
  -- of the browser, which Meta requires; empty when it is no longer needed
  user_agent text not null,
  -- of the report to Meta
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'refused', 'too late', 'unknown', 'not sent')),
  tries int not null default 0,
  due_at timestamptz not null default clock_timestamp(),
  -- when an attempt first had no clear answer, so that Meta may know the purchase
  unclear_at timestamptz,
  changed_at timestamptz not null default clock_timestamp(),
  problem text not null default '',
  check (order_id is not null or payment_id is not null)
);
create index purchase_reports_due on purchase_reports (due_at) where state = 'waiting' and withdrawn_at is null and recipients <> 'google';
create index purchase_reports_changed on purchase_reports (changed_at desc);
create index purchase_reports_agreed on purchase_reports (agreed_at) where user_agent <> '';

alter table consents drop constraint consents_purpose_check;
alter table consents add constraint consents_purpose_check check (purpose in ('marketing', 'messages', 'purchases'));
alter table consents drop constraint consents_source_check;
alter table consents add constraint consents_source_check check (source in ('account page', 'order'));

alter table provider_keys drop constraint provider_keys_provider_check;
alter table provider_keys add constraint provider_keys_provider_check check (provider in ('razorpay', 'shiprocket', 'meta'));
