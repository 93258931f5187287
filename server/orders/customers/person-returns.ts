import { sql } from 'kysely'
import type { PersonReturns } from '#contract/orders/customers.ts'
import type { Database } from '../../database/schema.ts'

const none: PersonReturns = { orders: 0, returns: 0, pieces: 0, worn: 0 }

/** The received returns of the persons of orders, an account or a phone each, by the id of the order. */
export async function readPersonReturns({
  database,
  orderIds,
}: {
  database: Database
  orderIds: readonly string[]
}): Promise<(orderId: string) => PersonReturns> {
  if (orderIds.length === 0) return () => none
  const { rows } = await sql<PersonReturns & { id: string }>`
    select asked.id, sums.*,
      (select count(*)::int from orders
        where orders.customer_key = asked.customer_key and status = 'Delivered' and exchange_return_id is null) as orders
    from orders as asked, lateral (
      select count(distinct returns.id)::int as returns, coalesce(sum(quantity), 0)::int as pieces,
        coalesce(sum((seen ->> 'worn')::int), 0)::int as worn
      from orders join returns on returns.order_id = orders.id join return_lines on return_id = returns.id
      where orders.customer_key = asked.customer_key and seen is not null
    ) as sums
    where asked.id = any(${[...orderIds]}::uuid[])
  `.execute(database)
  const byOrder = new Map(rows.map(({ id, ...counts }) => [id, counts]))
  return (orderId) => byOrder.get(orderId) ?? none
}
