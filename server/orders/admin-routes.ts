import type { FastifyInstance } from 'fastify'
import { paise, toRupees } from '#contract/money.ts'
import { defineRoute } from '../http/define-route.ts'
import { requireUser } from '../http/session.ts'
import { createAdminOrderList, readDailyOrders } from './admin-list.ts'
import type { OrderDependencies } from './order-dependencies.ts'
import { readOrderDetail } from './repository.ts'
import { transitionOrder } from './transition-order.ts'

/** All orders of the shop, for administrators. */
export function orderAdminRoutes(api: FastifyInstance, { database, readDatabase, payments, requestMails }: OrderDependencies): void {
  const listOrders = createAdminOrderList({ database })
  const readDetail = (id: string) => readOrderDetail({ database, id, actor: 'admin' })

  defineRoute(api, 'getAdminOrders', ({ query }) => listOrders(query))

  defineRoute(api, 'getAdminOrder', ({ params }) => readDetail(params.id))

  defineRoute(api, 'transitionOrder', async ({ params, body, request }) => {
    await transitionOrder({ database, payments, request: { id: params.id, ...body, actor: 'admin', actorId: requireUser(request).id } })
    requestMails()
    return { message: `The order is now ${body.to}`, order: await readDetail(params.id) }
  })

  defineRoute(api, 'getDailyOrders', async ({ query }) => {
    const days = await readDailyOrders({ database: readDatabase, days: query.days })
    return { days: days.map(({ takings, ...day }) => ({ ...day, takings: toRupees(paise(takings)) })) }
  })
}
