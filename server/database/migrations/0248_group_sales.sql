-- A sale of all products of a category or a collection. Each product has a row of its own, so that it is started and ended like any other.
create table group_sales (
  id uuid primary key default uuidv7(),
  kind text not null check (kind in ('category', 'collection')),
  -- the key of the category, or the id of the collection
  key text not null,
  percent smallint not null check (percent between 1 and 90),
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  started_by uuid references users (id) on delete set null,
  ended_by uuid references users (id) on delete set null,
  created_at timestamptz not null default clock_timestamp()
);
create index group_sales_of_group on group_sales (kind, key, id desc);

alter table product_sales add column group_id uuid references group_sales (id) on delete set null;
create index product_sales_of_group on product_sales (group_id) where group_id is not null;
