-- A new name is compared with those of all administrators.
create index users_administrators on users (id) where role = 'admin';
