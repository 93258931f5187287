import { sql } from 'kysely'
import { undoSeconds } from '#contract/kernel/business.ts'
import type { OrderStatus } from '#contract/orders/order-status.ts'
import type { Database } from '../../database/schema.ts'

/** The order with the new items of an exchange. */
export interface ExchangeOrder {
  readonly returnId: string
  readonly id: string
  readonly number: string
  readonly status: OrderStatus
}

/** The orders of exchanges, by their returns. */
export async function listExchangeOrders({ database, returnIds }: { database: Database; returnIds: readonly string[] }) {
  if (returnIds.length === 0) return []
  const rows = await database
    .selectFrom('orders')
    .select(['exchange_return_id as returnId', 'id', 'number', 'status'])
    .where('exchange_return_id', 'in', returnIds)
    .execute()
  return rows.flatMap(({ returnId, ...order }): ExchangeOrder[] => (returnId === null ? [] : [{ returnId, ...order }]))
}

/** Received exchanges whose new items are delivered, and whose delivery can no longer be undone. */
export async function listExchangesToSettle({ database }: { database: Database }): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select returns.id from returns join orders on exchange_return_id = returns.id
    where returns.kind = 'exchange' and returns.state = 'received' and orders.status = 'Delivered' and exists (
      select from order_events where order_id = orders.id and event = 'Delivered' and not internal
        and happened_at < clock_timestamp() - make_interval(secs => ${undoSeconds})
    )
    order by returns.id
  `.execute(database)
  return rows.map(({ id }) => id)
}
