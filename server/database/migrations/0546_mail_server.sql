-- The mail server that an administrator has entered. Its password is encrypted with a key of the shop's secret.
create table mail_server (
  id boolean default true primary key check (id),
  host text not null,
  port integer not null check (port between 1 and 65535),
  username text not null,
  password bytea not null,
  password_end text not null,
  entered_at timestamptz default clock_timestamp() not null
);
