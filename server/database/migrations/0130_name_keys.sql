-- Names that have a key in common look alike. Null until the job fill-name-keys has seen the row, and for accounts that servers of
-- an earlier version add; name_skeleton stays for those servers.
alter table users add column name_keys text[];
create index users_name_keys on users using gin (name_keys);
