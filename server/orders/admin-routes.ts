import type { FastifyInstance } from 'fastify'
import { paise, toRupees } from '#contract/money.ts'
import { listTransitions } from '#contract/order-status.ts'
import type { AdminOrderDetail } from '#contract/orders.ts'
import type { Database } from '../database/schema.ts'
import { AppError } from '../errors.ts'
import { defineRoute } from '../http/define-route.ts'
import { requireUser } from '../http/session.ts'
import { createOrderCounter, listAdminOrders, readDailyOrders } from './admin-list.ts'
import type { OrderDependencies } from './order-dependencies.ts'
import { presentOrder } from './present.ts'
import { findOrder } from './repository.ts'
import { transitionOrder } from './transition-order.ts'

/** The events of an order with the names of those who caused them. */
async function readEventsWithActors({ database, orderId }: { database: Database; orderId: string }): Promise<AdminOrderDetail['events']> {
  const rows = await database
    .selectFrom('order_events')
    .leftJoin('users', 'users.id', 'actor_id')
    .select(['event', 'happened_at', 'actor', 'users.name'])
    .where('order_id', '=', orderId)
    .orderBy('order_events.id')
    .execute()
  return rows.map(({ event, happened_at, actor, name }) => ({ event, happenedAt: happened_at.toISOString(), actor, actorName: name }))
}

async function readAdminDetail({ database, id }: { database: Database; id: string }): Promise<AdminOrderDetail> {
  const found = await findOrder({ database, id })
  if (!found) throw new AppError('not_found')
  const { row, lines } = found
  return {
    ...presentOrder({ row, lines }),
    kind: row.kind,
    deliveryAddress: row.delivery_address,
    events: await readEventsWithActors({ database, orderId: row.id }),
    moves: listTransitions({ status: row.status, actor: 'admin', collects: row.kind !== 'card' }),
  }
}

/** All orders of the shop, for administrators. */
export function orderAdminRoutes(
  api: FastifyInstance,
  { database, readDatabase, payments, requestMails }: Pick<OrderDependencies, 'database' | 'readDatabase' | 'payments' | 'requestMails'>,
): void {
  const countOrders = createOrderCounter({ database })

  defineRoute(api, 'getAdminOrders', ({ query: { page, ...filter } }) => listAdminOrders({ database, countOrders, filter, page }))

  defineRoute(api, 'getAdminOrder', ({ params }) => readAdminDetail({ database, id: params.id }))

  defineRoute(api, 'transitionOrder', async ({ params, body, request }) => {
    await transitionOrder({ database, payments, request: { id: params.id, ...body, actor: 'admin', actorId: requireUser(request).id } })
    requestMails()
    return { message: `The order is now ${body.to}`, order: await readAdminDetail({ database, id: params.id }) }
  })

  defineRoute(api, 'getDailyOrders', async ({ query }) => {
    const days = await readDailyOrders({ database: readDatabase, days: query.days })
    return { days: days.map(({ takings, ...day }) => ({ ...day, takings: toRupees(paise(takings)) })) }
  })
}
