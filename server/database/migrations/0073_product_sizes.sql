-- Stock by size. A product without has_sizes has one stock for all its sizes; for the others products.stock is the sum of these rows.
alter table products add column has_sizes boolean not null default false;

create table product_sizes (
  product_id uuid not null references products (id) on delete cascade,
  size text not null check (length(size) between 1 and 20),
  position integer not null,
  stock integer not null check (stock >= 0),
  sku text unique,
  barcode text,
  primary key (product_id, size)
);
create index product_sizes_in_stock on product_sizes (size, product_id) where stock > 0;

-- Sizes are data.
alter table order_lines drop constraint order_lines_size_check;
alter table order_lines add constraint order_lines_size_check check (length(size) between 1 and 20);
alter table cart_lines drop constraint cart_lines_size_check;
alter table cart_lines add constraint cart_lines_size_check check (length(size) <= 20);

-- The size whose stock has changed; null for a product with one stock. stock_after is of that size.
alter table stock_movements add column size text;

-- Changes of products.stock by the trigger below are recorded with their size.
drop trigger products_record_stock_movement on products;
create trigger products_record_stock_movement after update of stock on products
  for each row when (new.stock <> old.stock and pg_trigger_depth() = 0) execute function record_stock_movement();

create function record_size_stock() returns trigger language plpgsql as $$
declare
  changed_product uuid := case tg_op when 'DELETE' then old.product_id else new.product_id end;
  old_stock integer := case tg_op when 'INSERT' then 0 else old.stock end;
  new_stock integer := case tg_op when 'DELETE' then 0 else new.stock end;
begin
  update products set stock = stock + new_stock - old_stock where id = changed_product and has_sizes;
  if not found then
    raise exception 'Product % has one stock for all sizes', changed_product using errcode = 'check_violation';
  end if;
  if new_stock <> old_stock then
    insert into stock_movements (product_id, size, change, stock_after, cause, actor_id, reference, note) values (
      changed_product,
      case tg_op when 'DELETE' then old.size else new.size end,
      new_stock - old_stock,
      new_stock,
      coalesce(nullif(current_setting('shop.cause', true), ''), case tg_op when 'INSERT' then 'opening' else 'correction' end),
      nullif(current_setting('shop.actor', true), '')::uuid,
      nullif(current_setting('shop.reference', true), '')::uuid,
      nullif(current_setting('shop.note', true), '')
    );
  end if;
  return null;
end $$;
create trigger product_sizes_record_stock after insert or update of stock on product_sizes
  for each row execute function record_size_stock();
-- A product that is deleted takes its sizes along, one trigger deep.
create trigger product_sizes_record_removal after delete on product_sizes
  for each row when (pg_trigger_depth() = 0) execute function record_size_stock();

create function check_product_sizes() returns trigger language plpgsql as $$
begin
  if exists (
    select from products left join product_sizes on product_id = id where id = new.id
    group by id having case when has_sizes then sum(product_sizes.stock) is distinct from products.stock else count(product_id) > 0 end
  ) then
    raise exception 'The sizes of product % do not match its stock', new.id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger products_check_new_sizes after insert on products
  deferrable initially deferred for each row when (new.has_sizes) execute function check_product_sizes();
create constraint trigger products_check_sizes after update of stock, has_sizes on products
  deferrable initially deferred for each row when (old.has_sizes or new.has_sizes) execute function check_product_sizes();

-- held_stock for each size of the cart snapshot.
create view held_stock_by_size as
  select user_id, (line ->> 'productId')::uuid as product_id, line ->> 'size' as size, sum((line ->> 'quantity')::int)::int as quantity
  from payments, jsonb_array_elements(cart_snapshot) as line
  where hold_released_at is null and order_id is null and status in ('created', 'failed')
  group by 1, 2, 3;
