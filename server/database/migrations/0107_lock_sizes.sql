-- Locks the sizes of a product whose row is locked. A function, because its statement sees what was committed before that lock.
create function lock_sizes(of_product uuid) returns jsonb volatile language sql as $$
  select coalesce(jsonb_agg(jsonb_build_object('size', size, 'stock', stock) order by position), '[]')
  from (select size, stock, position from product_sizes where product_id = of_product order by size for update) as locked
$$;
