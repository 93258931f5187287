-- Pieces that a shopper's own open card checkout holds: for everybody else they are gone, for that shopper they are not.
create view held_pieces as
  select user_id, (line ->> 'productId')::uuid as product_id, sum((line ->> 'quantity')::int)::int as pieces
  from payments, jsonb_array_elements(lines) as line
  where hold_released_at is null and order_id is null and status in ('created', 'failed')
  group by 1, 2;
