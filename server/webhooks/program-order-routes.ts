import type { FastifyInstance } from 'fastify'
import { isUuid } from '../database/is-uuid.ts'
import type { Database } from '../database/schema.ts'
import { defineRoute } from '../http/define-route.ts'
import { requireUser } from '../http/session.ts'
import { AppError } from '../kernel/errors.ts'
import { parseOrderNumber } from '../orders/order/order-number.ts'
import { readOrders } from './build-payloads.ts'

/** Orders for other programs. */
export function programOrderRoutes(api: FastifyInstance, { database }: { database: Database }): void {
  defineRoute(api, 'getOrderForProgram', async ({ params: { id } }) => {
    const found = await database
      .selectFrom('orders')
      .select('id')
      .where((eb) => (isUuid(id) ? eb('id', '=', id) : eb('number', '=', parseOrderNumber(id))))
      .executeTakeFirst()
    const order = found && (await readOrders({ database, ids: [found.id] })).get(found.id)
    if (!order) throw new AppError('order_unknown')
    return { order }
  })

  defineRoute(api, 'getChangedOrders', async ({ query: { after, changedSince, limit }, request }) => {
    // As with a download of orders, a session that was stolen must not be enough.
    if (request.apiKey === null && !requireUser(request).hasStepUp) throw new AppError('reauthentication_required')
    const since = changedSince === undefined ? 0 : new Date(changedSince).getTime() - 1
    return listChangedOrders({ database, after: Math.max(Number(after), since), limit })
  })
}

interface OrderQuery {
  readonly database: Database
  /** the number of the last change that the reader has */
  readonly after: number
  readonly limit: number
}

async function listChangedOrders({ database, after, limit }: OrderQuery) {
  const rows = await database
    .selectFrom('order_changes')
    .select(['order_id', 'number'])
    .where('number', '>', after)
    .orderBy('number')
    .limit(limit + 1)
    .execute()
  const changes = rows.slice(0, limit)
  const orders = await readOrders({ database, ids: changes.map(({ order_id }) => order_id) })
  const next = String(changes.at(-1)?.number ?? after)
  return { orders: changes.flatMap(({ order_id }) => orders.get(order_id) ?? []), next, hasMore: rows.length > limit }
}
