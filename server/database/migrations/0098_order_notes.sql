-- Private notes of administrators about an order.
create table order_notes (
  id uuid primary key default uuidv7(),
  order_id uuid not null references orders (id) on delete cascade,
  author_id uuid references users (id) on delete set null,
  text text not null,
  written_at timestamptz not null default clock_timestamp()
);
create index order_notes_of_order on order_notes (order_id, id);
