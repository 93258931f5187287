-- The sizes that a statement adds change their product once, not once for each size, and not at all when it was inserted with their sum:
-- every change of a product that is low in stock writes all its indexes.
create function record_new_sizes() returns trigger language plpgsql as $$
begin
  if exists (select from new_sizes left join products on id = product_id and has_sizes where id is null) then
    raise exception 'Product % has one stock for all sizes',
      (select product_id from new_sizes left join products on id = product_id and has_sizes where id is null limit 1)
      using errcode = 'check_violation';
  end if;
  update products set stock = products.stock + added.stock
  from (select product_id, sum(stock)::int as stock from new_sizes group by product_id having sum(stock) <> 0) as added
  where id = added.product_id
    and products.stock <> (select sum(product_sizes.stock) from product_sizes where product_sizes.product_id = products.id);
  insert into stock_movements (product_id, size, change, stock_after, cause, actor_id, reference, note)
  select product_id, size, stock, stock,
    coalesce(nullif(current_setting('shop.cause', true), ''), 'opening'),
    nullif(current_setting('shop.actor', true), '')::uuid,
    nullif(current_setting('shop.reference', true), '')::uuid,
    nullif(current_setting('shop.note', true), '')
  from new_sizes where stock <> 0 order by product_id, position;
  return null;
end $$;

drop trigger product_sizes_record_stock on product_sizes;
create trigger product_sizes_record_stock after update of stock on product_sizes
  for each row execute function record_size_stock();
create trigger product_sizes_record_new after insert on product_sizes
  referencing new table as new_sizes for each statement execute function record_new_sizes();

-- The opening stock of a product with sizes is recorded with them.
drop trigger products_record_opening_stock on products;
create trigger products_record_opening_stock after insert on products
  for each row when (new.stock <> 0 and not new.has_sizes) execute function record_stock_movement();
