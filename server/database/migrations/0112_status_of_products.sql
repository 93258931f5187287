-- One column says what a product is. It replaces `deleted_at` and `hidden_as`, of which nothing reads the time.
alter table products add column status text not null default 'on_sale' check (status in ('draft', 'on_sale', 'archived', 'deleted'));
update products set status = coalesce(hidden_as, 'deleted') where deleted_at is not null;
alter table products add check (publish_at is null or status = 'draft');

-- Servers of the previous version read and write the former columns until they are replaced: the trigger keeps both the same. The next
-- version drops the trigger, its function and both columns, and with them the indexes on `deleted_at is null` and `hidden_as`.
create function sync_former_product_status() returns trigger language plpgsql as $$
begin
  if (new.deleted_at, new.hidden_as) is distinct from (old.deleted_at, old.hidden_as) then
    -- Written by a server of the previous version.
    new.status := case when new.deleted_at is null then 'on_sale' else coalesce(new.hidden_as, 'deleted') end;
  elsif new.status is distinct from old.status then
    new.deleted_at := case when new.status <> 'on_sale' then coalesce(old.deleted_at, now()) end;
    new.hidden_as := case when new.status in ('draft', 'archived') then new.status end;
  end if;
  return new;
end $$;
create trigger products_former_status before insert or update of status, deleted_at, hidden_as on products
  for each row execute function sync_former_product_status();

create or replace function search_category_words() returns trigger language plpgsql as $$
begin
  update products set name = name where category = new.key and status <> 'deleted';
  return null;
end $$;

create index products_on_sale_newest on products (created_at desc, id desc) where status = 'on_sale';
create index products_on_sale_newest_of_category on products (category, created_at desc, id desc) where status = 'on_sale';
create index products_on_sale_popular on products (units_sold desc, created_at desc, id desc) where status = 'on_sale';
create index products_on_sale_popular_of_category on products (category, units_sold desc, created_at desc, id desc) where status = 'on_sale';
create index products_on_sale_price on products (price_paise, id) where status = 'on_sale';
create index products_on_sale_price_of_category on products (category, price_paise, id) where status = 'on_sale';
create index products_on_sale_name on products (lower(name), id) include (name) where status = 'on_sale';
create index products_on_sale_search on products using gin (search_vector) where status = 'on_sale';
-- The condition follows from the query of a style's colours; that of the former index, `details ? 'style'`, did not.
create index products_on_sale_style on products ((details->>'style')) where status = 'on_sale' and details->>'style' is not null;
create index products_on_sale_with_origin on products ((details->>'countryOfOrigin')) where status = 'on_sale' and details ? 'countryOfOrigin';
create index products_not_on_sale on products (status, created_at desc, id desc) where status in ('draft', 'archived');
-- Without it the planner does not know how many products are on sale.
analyze products;
