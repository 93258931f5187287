import type { FastifyInstance } from 'fastify'
import { toRupees } from '#contract/kernel/money.ts'
import { defineRoute } from '../../http/define-route.ts'
import { requireUser } from '../../http/session.ts'
import { customerRoutes } from '../customers/customer-routes.ts'
import { orderEditRoutes } from '../edits/edit-routes.ts'
import { receiveParcel } from '../lifecycle/receive-parcel.ts'
import { transitionOrder } from '../lifecycle/transition-order.ts'
import { undoTransition } from '../lifecycle/undo-transition.ts'
import type { OrderDependencies } from '../order/order-dependencies.ts'
import { createAdminDetail } from './admin-detail.ts'
import { createAdminOrderList, readDailyOrders } from './admin-list.ts'
import { deskRoutes } from './desk-routes.ts'
import { invoiceRoutes } from './invoice-routes.ts'
import { createMessageLinks } from './message-links.ts'

/** All orders of the shop, for administrators. */
export function orderAdminRoutes(
  api: FastifyInstance,
  { database, readDatabase, trackingKey, payments, shopSettings, syncRefunds, hasCardPayment, requestMails }: OrderDependencies,
): void {
  const listOrders = createAdminOrderList({ database, findMessageLink: createMessageLinks({ trackingKey, shopSettings }) })
  const readDetail = createAdminDetail({ database, trackingKey, shopSettings, hasCardPayment })
  orderEditRoutes(api, { database, payments, shopSettings, syncRefunds, readDetail })
  customerRoutes(api, { database, readDatabase, trackingKey, shopSettings })
  invoiceRoutes(api, { database, shopSettings, readDetail })
  deskRoutes(api, { database, payments, shopSettings, trackingKey, requestMails })

  defineRoute(api, 'getAdminOrders', ({ query }) => listOrders(query))

  defineRoute(api, 'getAdminOrder', ({ params }) => readDetail(params.id))

  defineRoute(api, 'transitionOrder', async ({ params, body, request }) => {
    const { id: actorId, hasStepUp, rights } = requireUser(request)
    await transitionOrder({ database, payments, request: { id: params.id, ...body, actor: 'admin', actorId, hasStepUp, rights } })
    requestMails()
    return { message: `The order is now ${body.to}`, order: await readDetail(params.id) }
  })

  defineRoute(api, 'undoTransition', async ({ params, body, request }) => {
    const undo = { id: params.id, version: body.version, actorId: requireUser(request).id }
    const status = await undoTransition({ database, payments, request: undo })
    return { message: `The order is ${status} again`, order: await readDetail(params.id) }
  })

  defineRoute(api, 'receiveParcel', async ({ params: { id }, body, request }) => {
    await receiveParcel({ database, payments, request: { id, ...body, actorId: requireUser(request).id } })
    return { message: 'The parcel is received', order: await readDetail(id) }
  })

  defineRoute(api, 'getDailyOrders', async ({ query }) => {
    const days = await readDailyOrders({ database: readDatabase, days: query.days })
    return { days: days.map(({ takings, codDue, ...day }) => ({ ...day, takings: toRupees(takings), codDue: toRupees(codDue) })) }
  })
}
