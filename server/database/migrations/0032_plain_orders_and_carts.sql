-- The server adds to a cart with plain statements.
drop function add_to_cart(uuid, uuid, text, integer, integer, integer);
alter table cart_lines rename column seen_paise to displayed_price_paise;

-- What the unpaid card checkouts of a shopper hold: part of the stock for this shopper, taken for everyone else.
drop view held_pieces;
create view held_stock as
  select user_id, (line ->> 'productId')::uuid as product_id, sum((line ->> 'quantity')::int)::int as quantity
  from payments, jsonb_array_elements(lines) as line
  where hold_released_at is null and order_id is null and status in ('created', 'failed')
  group by 1, 2;

-- The order list counts with count(*).
drop trigger orders_counted on orders;
drop trigger orders_uncounted on orders;
drop trigger orders_recounted on orders;
drop function count_new_orders();
drop function count_gone_orders();
drop function count_moved_order();
drop function add_order_count(text, text, bigint);
drop table order_counts;
alter table orders rename column search_words to search_text;
alter index orders_search_words rename to orders_search_text;

-- The server fills this table from contract/order-status.ts after the migrations.
alter table order_moves rename to order_transitions;
create function check_order_transition() returns trigger language plpgsql as $$
begin
  if not exists (select from order_transitions where from_status = old.status and to_status = new.status) then
    raise exception 'An order cannot go from % to %', old.status, new.status using errcode = 'check_violation';
  end if;
  return new;
end $$;
drop trigger orders_move on orders;
drop function check_order_move();
create trigger orders_check_transition before update of status on orders
  for each row when (old.status is distinct from new.status) execute function check_order_transition();

-- The stock ledger: standard names for its functions and triggers.
alter function note_stock_movement() rename to record_stock_movement;
alter function keep_stock_movement() rename to reject_stock_movement_change;
alter trigger products_stocked on products rename to products_record_opening_stock;
alter trigger products_moved on products rename to products_record_stock_movement;
alter trigger stock_movements_kept on stock_movements rename to stock_movements_reject_change;
