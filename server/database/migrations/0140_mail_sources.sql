-- Whose order a mail is about, as in order_sources; empty when an administrator caused the mail.
alter table limited_mails add column source_keys bytea[] not null default '{}', add column range_key bytea;
create index limited_mails_of_source on limited_mails using gin (source_keys);
create index limited_mails_of_range on limited_mails (range_key, handled_at);
