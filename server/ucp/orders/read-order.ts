import { isUuid } from '../../database/is-uuid.ts'
import type { Database } from '../../database/schema.ts'
import { findOrder } from '../../orders/order/repository.ts'
import { readShipments } from '../../orders/order/shipments.ts'
import { readReturnLines } from '../../returns/read-returns.ts'

interface OrderOfAgent {
  readonly database: Database
  /** the address of the profile of the agent */
  readonly profileUrl: string
  readonly id: string
}

/** What has happened to an order, oldest first, without what only administrators see, such as steps that were undone. */
async function readHistory({ database, id }: Pick<OrderOfAgent, 'database' | 'id'>) {
  const rows = await database
    .selectFrom('order_events')
    .select(['event', 'happened_at', 'amount_paise', 'change', 'internal'])
    .where('order_id', '=', id)
    .orderBy('id')
    .execute()
  // Counted for each order, because the ids of the table tell how much the shop sells.
  return rows.map((row, index) => ({ ...row, id: `event-${index + 1}` })).filter(({ internal }) => !internal)
}

/** The returns of an order with their lines, oldest first. */
async function readReturns({ database, id }: Pick<OrderOfAgent, 'database' | 'id'>) {
  const rows = await database
    .selectFrom('returns')
    .select(['id', 'kind', 'state', 'asked_at', 'settled_at'])
    .where('order_id', '=', id)
    .orderBy('asked_at')
    .orderBy('id')
    .execute()
  const lines = await readReturnLines({ database, ids: rows.map((row) => row.id) })
  return rows.map((row) => ({ ...row, lines: lines.filter((line) => line.return_id === row.id) }))
}

/** An order that the buyer has placed from a checkout of this agent; undefined for an unknown one, and for one of another agent. */
export async function findOrderOfAgent({ database, profileUrl, id }: OrderOfAgent) {
  if (!isUuid(id)) return undefined
  const link = await database
    .selectFrom('ucp_orders')
    .select('session_id')
    .where('order_id', '=', id)
    .where('profile_url', '=', profileUrl)
    .executeTakeFirst()
  const found = link && (await findOrder({ database, id }))
  if (!found) return undefined
  const [history, shipments, returns] = await Promise.all([
    readHistory({ database, id }),
    readShipments({ database, orderId: id }),
    readReturns({ database, id }),
  ])
  return { ...found, checkoutId: link.session_id, history, shipments, returns }
}

export type AgentOrder = NonNullable<Awaited<ReturnType<typeof findOrderOfAgent>>>
