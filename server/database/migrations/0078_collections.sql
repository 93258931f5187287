-- Collections: chosen products in an order, with a page of their own between two days of Indian time.
create table collections (
  id uuid primary key default uuidv7(),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 60),
  title text not null check (length(title) between 1 and 80),
  text text not null default '',
  -- null: at once, and without an end
  shown_from date,
  shown_until date,
  version integer not null default 1,
  check (shown_until >= shown_from)
);
create table collection_products (
  collection_id uuid not null references collections (id) on delete cascade,
  product_id uuid not null references products (id) on delete cascade,
  position integer not null,
  primary key (collection_id, product_id)
);
create index collection_products_product on collection_products (product_id);
create trigger collections_notify after insert or update or delete on collections
  for each statement execute function notify_products_changed();
