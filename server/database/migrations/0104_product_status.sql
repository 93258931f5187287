-- Drafts and archived products. `deleted_at` is since when a product is not on sale, for all of them: the shop's lists and their partial
-- indexes already leave them out, on servers of an earlier version too. A deleted product has no `hidden_as`.
alter table products
  add column hidden_as text check (hidden_as in ('draft', 'archived')),
  -- when a draft goes on sale by itself
  add column publish_at timestamptz,
  add check (hidden_as is null or deleted_at is not null),
  add check (publish_at is null or hidden_as = 'draft');

create index products_hidden on products (hidden_as, created_at desc, id desc) where hidden_as is not null;
create index products_publish_at on products (publish_at) where publish_at is not null;
