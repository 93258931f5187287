import { sql } from 'kysely'

/** The returns of the row of `orders`, as one array, for exports. An exchange names the item that is sent for each one. */
export const selectReturns = sql`
  array(
    select jsonb_build_object('number', number, 'kind', kind, 'state', state, 'note', note, 'at', asked_at,
      'refund', case kind when 'exchange' then 0 else refund_paise / 100.0 end,
      'items', array(
        select jsonb_build_object('name', ordered.name, 'size', ordered.size, 'quantity', lines.quantity, 'reason', lines.reason)
          || case when returns.kind = 'exchange' then jsonb_build_object('exchangedFor', products.name, 'newSize', new_size) else '{}' end
        from return_lines as lines join order_lines as ordered using (order_id, line) left join products on products.id = new_product_id
        where return_id = returns.id order by line
      ),
      'photos', array(select created_at from return_pictures where return_id = returns.id order by return_pictures.id))
    from returns where order_id = orders.id order by asked_at
  )
`
