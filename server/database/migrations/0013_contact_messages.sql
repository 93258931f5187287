-- Messages to the shop on their way into its mailbox. Sent is gone: the mail is the record.
create table contact_messages (
  id uuid primary key default uuidv7(),
  name text not null,
  reply_to text not null,
  order_number text,
  message text not null,
  attempts integer not null default 0,
  due_at timestamptz not null default clock_timestamp(),
  written_at timestamptz not null default clock_timestamp()
);
create index contact_messages_due on contact_messages (due_at);
