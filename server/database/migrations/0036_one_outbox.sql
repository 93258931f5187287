-- One outbox for all mails: those of order events and the messages to the shop from the contact form.
alter table order_mails rename to outbox_mails;
alter table outbox_mails rename column event_id to order_event_id;
alter table outbox_mails drop constraint order_mails_pkey;
alter table outbox_mails
  alter column order_event_id drop not null,
  add column id uuid primary key default uuidv7(),
  -- {name, replyTo, orderNumber, message}; removed once the mail is sent
  add column contact_message jsonb,
  add column created_at timestamptz not null default clock_timestamp();
alter table outbox_mails add constraint outbox_mails_order_event_id_key unique (order_event_id);
alter table outbox_mails rename constraint order_mails_event_id_fkey to outbox_mails_order_event_id_fkey;
alter table outbox_mails rename constraint order_mails_state_check to outbox_mails_state_check;
alter index order_mails_due rename to outbox_mails_due;
update outbox_mails set created_at = happened_at from order_events where order_events.id = order_event_id;

-- Waiting messages keep their id, which is part of the Message-ID of their mail.
insert into outbox_mails (id, contact_message, attempts, due_at, created_at)
select id, jsonb_build_object('name', name, 'replyTo', reply_to, 'orderNumber', order_number, 'message', message), attempts, due_at, written_at
from contact_messages;
drop table contact_messages;

alter table outbox_mails add constraint outbox_mails_content_check
  check (state in ('sent', 'skipped') or num_nonnulls(order_event_id, contact_message) = 1);
