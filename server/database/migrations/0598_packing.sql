-- Where the shop stores a size of a product; null or empty when it does not say. For administrators only.
alter table product_sizes add column shelf text check (length(shelf) <= 20);

-- The orders that are open at a packing table, so that another table gets other ones. A claim ends some minutes after it was made.
create table packing_claims (
  order_id uuid primary key references orders (id) on delete cascade,
  -- a random value of the browser tab
  packer text not null check (length(packer) <= 64),
  opened_by uuid references users (id) on delete set null,
  opened_at timestamptz default clock_timestamp() not null
);
create index packing_claims_of_packer on packing_claims (packer);

-- What came back to stock lately.
create index stock_movements_returned on stock_movements (moved_at) where cause in ('return', 'refused');
