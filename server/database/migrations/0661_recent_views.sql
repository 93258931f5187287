-- How often each product was looked at in the 88 days until the day before yesterday, and in the 90 days before them. The views of yesterday and
-- today, which may still be added, are read from daily_product_views: together they are the last 90 days and those before.
create table recent_views (
  product_id uuid primary key references products (id) on delete cascade,
  views int not null,
  views_before int not null
);

-- One row: the day with which the 88 days end. Without it nothing is counted yet.
create table recent_views_end (
  id boolean default true primary key check (id),
  day date not null
);

-- What sold in the 90 days before the last 90. Null: not counted yet, as in rows of earlier versions.
alter table recent_sales add column units_before int;
create index recent_sales_without_before on recent_sales (product_id) where units_before is null;
