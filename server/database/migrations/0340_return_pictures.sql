-- Photos of a return: of faulty and wrong items, by the shopper, and of received items, by the shop. They are private, so they are here
-- and not among the images of the shop, which anybody may read.
create table return_pictures (
  id uuid primary key default uuidv7(),
  return_id uuid not null references returns (id) on delete cascade,
  -- the received item that the shop has photographed; null for photos of the shopper, which show the return as a whole
  line integer,
  -- WebP without metadata
  picture bytea not null,
  created_at timestamptz not null default clock_timestamp(),
  foreign key (return_id, line) references return_lines (return_id, line) on delete cascade
);
-- WebP is compressed already.
alter table return_pictures alter column picture set storage external;
create index return_pictures_of_return on return_pictures (return_id, id);
create index return_pictures_by_age on return_pictures (created_at);
