-- Views of products are added up from the index alone.
create index daily_product_views_sums on daily_product_views (day, product_id) include (views);
