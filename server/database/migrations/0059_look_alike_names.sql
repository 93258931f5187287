-- Names that look alike have the same skeleton (UTS 39). Null until the job fill-name-skeletons has seen the row.
alter table users add column name_skeleton text;
create index users_name_skeleton on users (name_skeleton);
