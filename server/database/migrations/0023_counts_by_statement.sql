-- A statement that brings or takes many products counts them once, instead of once each: a row that is rewritten for each
-- product leaves so many dead ones behind that every list afterwards reads through their pages.
create function count_new_products() returns trigger language plpgsql as $$
begin
  update product_counts set products = products + more
    from (select category as of, count(*) as more from fresh where deleted_at is null group by category) as counted where category = of;
  return null;
end $$;
create function count_gone_products() returns trigger language plpgsql as $$
begin
  update product_counts set products = products - fewer
    from (select category as of, count(*) as fewer from gone where deleted_at is null group by category) as counted where category = of;
  return null;
end $$;

drop trigger products_counted on products;
create trigger products_counted after insert on products referencing new table as fresh
  for each statement execute function count_new_products();
create trigger products_uncounted after delete on products referencing old table as gone
  for each statement execute function count_gone_products();
-- Only of these columns: an order changes the stock and must not pay for counting.
create trigger products_recounted after update of category, deleted_at on products
  for each row execute function count_products();
