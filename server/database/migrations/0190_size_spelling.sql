-- Known sizes have one spelling: `m` and `M` are the same. The contract does the same (spellSize).
create function spell_size(size text) returns text language sql immutable parallel safe as $$
  select case
    when upper(btrim(size)) = any (array[
      '3XS', 'XXS', 'XS', 'S', 'M', 'L', 'XL', 'XXL', '2XL', 'XXXL', '3XL', '4XL', '5XL', '6XL', '7XL', '8XL', '9XL', '10XL'
    ]) then upper(btrim(size))
    when lower(btrim(size)) = 'free size' then 'Free size'
    else size
  end
$$;

-- The stock of a size in another spelling moves to the known one. The ledger is never changed, so it gets both movements.
do $$
declare
  spelled record;
begin
  perform set_config('shop.cause', 'correction', true), set_config('shop.note', 'Size in one spelling', true);
  for spelled in
    select product_id, spell_size(size) as size, sum(stock)::int as stock, min(position) as position, min(sku) as sku, min(barcode) as barcode
    from product_sizes group by product_id, spell_size(size) having bool_or(size <> spell_size(size))
  loop
    delete from product_sizes where product_id = spelled.product_id and spell_size(size) = spelled.size and size <> spelled.size;
    insert into product_sizes (product_id, size, position, stock, sku, barcode)
    values (spelled.product_id, spelled.size, spelled.position, spelled.stock, spelled.sku, spelled.barcode)
    on conflict (product_id, size) do update set
      position = excluded.position, stock = excluded.stock, sku = excluded.sku, barcode = excluded.barcode;
  end loop;
  perform set_config('shop.cause', '', true), set_config('shop.note', '', true);
end $$;
-- The next migrations may alter these tables.
set constraints all immediate;
set constraints all deferred;

-- Carts with both spellings have one line with both quantities.
with spelled as (
  select user_id, product_id, size,
    sum(quantity) over (partition by user_id, product_id, spell_size(size))::int as quantity,
    row_number() over (partition by user_id, product_id, spell_size(size) order by size) as place
  from cart_lines
), removed as (
  delete from cart_lines using spelled
  where place > 1 and cart_lines.user_id = spelled.user_id and cart_lines.product_id = spelled.product_id and cart_lines.size = spelled.size
)
update cart_lines set quantity = spelled.quantity from spelled
where place = 1 and cart_lines.user_id = spelled.user_id and cart_lines.product_id = spelled.product_id and cart_lines.size = spelled.size
  and cart_lines.quantity <> spelled.quantity;

delete from restock_requests as request where size <> spell_size(size) and exists (
  select from restock_requests as other
  where other.product_id = request.product_id and other.recipient = request.recipient and other.size = spell_size(request.size)
);

update cart_lines set size = spell_size(size) where size <> spell_size(size);
update restock_requests set size = spell_size(size) where size <> spell_size(size);
-- Cancelled items return to the size of their line.
update order_lines set size = spell_size(size) where size <> spell_size(size);
update payments set cart_snapshot = (
  select jsonb_agg(case when line ? 'size' and line ->> 'size' is not null
    then jsonb_set(line, '{size}', to_jsonb(spell_size(line ->> 'size'))) else line end order by place)
  from jsonb_array_elements(cart_snapshot) with ordinality as lines (line, place)
)
where exists (
  select from jsonb_array_elements(cart_snapshot) as line where line ->> 'size' <> spell_size(line ->> 'size')
);

update categories set sizes = (select array_agg(spell_size(size) order by place) from unnest(sizes) with ordinality as each (size, place))
where exists (select from unnest(sizes) as size where size <> spell_size(size));
update categories set size_guide = jsonb_set(size_guide, '{rows}', (
  select jsonb_agg(jsonb_set(line, '{size}', to_jsonb(spell_size(line ->> 'size'))) order by place)
  from jsonb_array_elements(size_guide -> 'rows') with ordinality as lines (line, place)
))
where exists (select from jsonb_array_elements(size_guide -> 'rows') as line where line ->> 'size' <> spell_size(line ->> 'size'));

-- A server of the previous version stores sizes as they are typed.
create function spell_product_size() returns trigger language plpgsql as $$
begin
  new.size := spell_size(new.size);
  return new;
end $$;
create trigger product_sizes_spell before insert or update of size on product_sizes
  for each row execute function spell_product_size();
