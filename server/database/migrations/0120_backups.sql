-- When `npm run backup` has written a backup, for the alert on the age of the last one.
create table backups (finished_at timestamptz primary key default now());
