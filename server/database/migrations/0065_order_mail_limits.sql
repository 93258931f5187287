-- Why a mail was not sent.
alter table outbox_mails add column skip_reason text;

-- Who got, or did not get, mails about orders lately. Only addresses that never confirmed an order; rows are deleted after two days.
create table limited_mails (
  mail_id uuid primary key references outbox_mails (id) on delete cascade,
  recipient text not null,
  is_sent boolean not null,
  handled_at timestamptz not null default clock_timestamp()
);
create index limited_mails_of_recipient on limited_mails (recipient, handled_at);

-- Orders that confirm their email address: its owner answered the mail, or paid.
alter table orders add column confirmed_by_link boolean not null default false;
update orders set confirmed_by_link = true
  from order_events
  where order_events.order_id = orders.id and order_events.event = 'Confirmed' and order_events.actor <> 'admin';
create index orders_confirming_email on orders (lower(delivery_address ->> 'email')) where confirmed_by_link or paid_paise > 0;
