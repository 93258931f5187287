-- Counts the edits of a product: an administrator who edits an older one is told, and overwrites nothing.
alter table products add column version integer not null default 1;

-- Why each product has the stock it has. Nothing but the trigger below writes here, and nobody changes what is written.
create table stock_movements (
  id bigint generated always as identity primary key,
  product_id uuid not null references products (id) on delete cascade,
  change integer not null check (change <> 0),
  stock_after integer not null,
  cause text not null check (cause in ('opening', 'sale', 'hold', 'release', 'cancel', 'refused', 'return', 'correction')),
  -- who did it; stays when the account goes
  actor_id uuid,
  -- the order, or for a hold and its release the payment
  reference uuid,
  note text,
  moved_at timestamptz not null default clock_timestamp()
);
create index stock_movements_of_product on stock_movements (product_id, id desc);

-- Every change of a stock is a movement, whoever makes it. The program says why in settings that last as long as its
-- transaction (server/products/stock.ts); a change that says nothing is a correction.
create function note_stock_movement() returns trigger language plpgsql as $$
begin
  insert into stock_movements (product_id, change, stock_after, cause, actor_id, reference, note) values (
    new.id,
    new.stock - coalesce(old.stock, 0),
    new.stock,
    case when tg_op = 'INSERT' then 'opening' else coalesce(nullif(current_setting('shop.cause', true), ''), 'correction') end,
    nullif(current_setting('shop.actor', true), '')::uuid,
    nullif(current_setting('shop.reference', true), '')::uuid,
    nullif(current_setting('shop.note', true), '')
  );
  return null;
end $$;
create trigger products_stocked after insert on products
  for each row when (new.stock <> 0) execute function note_stock_movement();
create trigger products_moved after update of stock on products
  for each row when (new.stock <> old.stock) execute function note_stock_movement();

create function keep_stock_movement() returns trigger language plpgsql as $$
begin
  raise exception 'A stock movement is never changed; write another one' using errcode = 'check_violation';
end $$;
-- A product that is deleted for good takes its ledger along: that comes from the foreign key, one trigger deep.
create trigger stock_movements_kept before update or delete on stock_movements
  for each row when (pg_trigger_depth() = 0) execute function keep_stock_movement();

insert into stock_movements (product_id, change, stock_after, cause, moved_at)
  select id, stock, stock, 'opening', clock_timestamp() from products where stock <> 0;
