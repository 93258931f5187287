-- The stock of a product while it is low, and when it last changed, so that the bell and the list of products by stock read only these.
-- Both are null for the others: their orders change no index of products.
alter table products add column low_stock integer, add column low_stock_at timestamptz;

create function set_low_stock() returns trigger language plpgsql as $$
begin
  if new.stock > 5 then
    new.low_stock := null;
    new.low_stock_at := null;
  else
    new.low_stock := new.stock;
    -- A product that is made without stock has no movement that an administrator could miss.
    new.low_stock_at := case when tg_op = 'INSERT' and new.stock = 0 then '-infinity' else clock_timestamp() end;
  end if;
  return new;
end $$;
create trigger products_set_low_stock before insert or update of stock on products
  for each row when (new.stock <= 5 or new.low_stock is not null) execute function set_low_stock();

update products set low_stock = stock,
  low_stock_at = coalesce((select moved_at from stock_movements where product_id = products.id order by id desc limit 1), '-infinity')
where stock <= 5;

create index products_low_stock on products (status, low_stock, id) where low_stock is not null;
create index products_low_stock_newest on products (status, low_stock_at desc) where low_stock is not null;
create index product_sizes_low_stock on product_sizes (product_id) where stock <= 5;
