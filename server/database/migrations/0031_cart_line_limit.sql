-- A line that is as long as it may get takes no more, instead of saying that it did; `in_line` tells why.
drop function add_to_cart (uuid, uuid, text, integer, integer, integer);
create function add_to_cart(shopper uuid, piece uuid, its_size text, more integer, most integer, most_lines integer)
returns table (name text, price bigint, available integer, deleted boolean, had integer, in_line integer, added boolean)
language plpgsql as $$
#variable_conflict use_column
declare
  has_line boolean;
begin
  perform from users where id = shopper for no key update;
  select products.name, price_paise, products.stock + coalesce(held_pieces.pieces, 0), deleted_at is not null
    into name, price, available, deleted
    from products left join held_pieces on held_pieces.product_id = products.id and held_pieces.user_id = shopper
    where products.id = piece;
  if not found then return; end if;
  select coalesce(sum(quantity), 0), coalesce(sum(quantity) filter (where size = its_size), 0), coalesce(bool_or(size = its_size), false)
    into had, in_line, has_line
    from cart_lines where user_id = shopper and product_id = piece;
  added := not deleted and had + more <= available and in_line + more <= most
    and (has_line or (select count(*) from cart_lines where user_id = shopper) < most_lines);
  if added then
    insert into cart_lines (user_id, product_id, size, quantity, seen_paise) values (shopper, piece, its_size, more, price)
      on conflict (user_id, product_id, size)
      do update set quantity = cart_lines.quantity + excluded.quantity, seen_paise = excluded.seen_paise;
  end if;
  return next;
end $$;
