-- What sold in the last 90 days, by product and by size of one, so that the best sold ones are read from an index. Kept with daily_sales by its job.
create table recent_sales (
  product_id uuid not null references products (id) on delete cascade,
  grouping text not null check (grouping in ('product', 'size')),
  -- as in daily_sales; empty for a product
  size text not null,
  -- of the last 90 days; 0 for what sold in the 90 days before only
  units int not null,
  paise bigint not null,
  primary key (product_id, grouping, size)
);
create index recent_sales_best on recent_sales (grouping, paise desc, units desc, product_id desc, size desc);

-- One row: the day with which the 90 days end. Without it nothing is counted yet.
create table recent_sales_end (
  id boolean default true primary key check (id),
  day date not null
);
