-- Items sold in the last weeks; a job refreshes it every night.
alter table products add column units_sold integer not null default 0;
create index products_popular on products (units_sold desc, created_at desc, id desc) where deleted_at is null;
create index products_popular_of_category on products (category, units_sold desc, created_at desc, id desc) where deleted_at is null;

-- Whether an imported product is on sale decides if the shop has a filter by country of origin.
create index products_with_origin on products ((details->>'countryOfOrigin')) where deleted_at is null and details ? 'countryOfOrigin';
