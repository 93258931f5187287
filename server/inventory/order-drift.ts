import { sql } from 'kysely'
import type { Database } from '../database/schema.ts'

/** An order, an unpaid checkout or an exchange whose pieces of a product differ from what its movements have taken. */
export interface OrderDrift {
  /** the number of the order or of the return, or the id of the payment */
  readonly owner: string
  readonly name: string
  /** of its lines, or held */
  readonly pieces: number
  /** taken from the stock and not returned to it */
  readonly taken: number
}

/**
 * Compares the pieces of orders, unpaid checkouts and exchanges with what their movements have taken. A parcel or a return that came back does not
 * count: its order keeps its lines. Not seen: deleted products, and orders from before the first movement that names an order.
 */
export async function findOrderDrift({ database }: { database: Database }): Promise<OrderDrift[]> {
  const { rows } = await sql<OrderDrift>`
    with owned as (
      -- The hold of a payment or an exchange is the order's when it has become one.
      select coalesce(payments.order_id, exchange.id, reference) as owner, product_id, sum(-change)::int as taken
      from stock_movements
      left join payments on payments.id = reference
      left join orders as exchange on exchange_return_id = reference
      where reference is not null and cause in ('sale', 'hold', 'release', 'cancel')
      group by 1, 2
    ),
    pieces as (
      select owner, product_id, sum(quantity)::int as pieces
      from (
        select order_id as owner, product_id, quantity from order_lines join orders on orders.id = order_id
        where status <> 'Cancelled' and placed_at >= (select min(moved_at) - interval '1 minute' from stock_movements where reference is not null)
        union all
        select payments.id, (line ->> 'productId')::uuid, (line ->> 'quantity')::int from payments, jsonb_array_elements(cart_snapshot) as line
        where order_id is null and detached_from is null and hold_released_at is null
        union all
        select coalesce(orders.id, return_id), new_product_id, held from return_lines left join orders on exchange_return_id = return_id
        where held > 0
      ) as each
      group by 1, 2
    )
    select coalesce(orders.number, returns.number, owner::text) as owner, products.name, coalesce(pieces, 0) as pieces, coalesce(taken, 0) as taken
    from pieces full join owned using (owner, product_id)
    join products on products.id = product_id
    left join orders on orders.id = owner
    left join returns on returns.id = owner
    where coalesce(pieces, 0) <> coalesce(taken, 0)
    order by 1, 2
  `.execute(database)
  return rows
}
