-- What administrators have done that no other table records. Rows are only added, and deleted after three years.
create table activity (
  id uuid default uuidv7() primary key,
  happened_at timestamptz default clock_timestamp() not null,
  -- without a foreign key, and with the name: a deleted administrator stays readable
  actor_id uuid not null,
  actor_name text not null,
  -- the call of the API
  action text not null,
  subject_kind text not null,
  subject_id text,
  subject_name text default '' not null,
  changes jsonb default '{}' not null check (jsonb_typeof(changes) = 'object')
);
create index activity_by_time on activity (happened_at desc, id desc);
create index activity_of_actor on activity (actor_id, happened_at desc);
create index activity_of_kind on activity (subject_kind, happened_at desc);
create index activity_of_subject on activity (subject_kind, subject_id, happened_at desc);
create index activity_words on activity using gin (to_tsvector('simple', subject_name));

create function protect_activity() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.happened_at < now() - interval '1095 days' then return old; end if;
  raise exception 'rows of the table activity are not changed, and deleted after three years only';
end $$;
create trigger activity_append_only before delete or update on activity for each row execute function protect_activity();

create index stock_movements_of_administrators on stock_movements (moved_at desc) where actor_id is not null;
create index order_events_of_administrators on order_events (happened_at desc) where actor = 'admin';
