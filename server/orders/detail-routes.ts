import type { FastifyInstance } from 'fastify'
import { defineRoute } from '../http/define-route.ts'
import { requireUser } from '../http/session.ts'
import { listShownDocuments } from '../tax/read-documents.ts'
import { readOrderDetail } from './lifecycle/order-detail.ts'
import { transitionOrder } from './lifecycle/transition-order.ts'
import type { OrderDependencies } from './order/order-dependencies.ts'
import { markNotificationsRead, readNotifications } from './order/order-events.ts'
import { createAddressLinks, createConfirmationLinks, createPaymentLinks } from './order/order-links.ts'
import { toParcels } from './order/shipments.ts'
import { answerPin, asksAdvance } from './placing/pin-answer.ts'

const maxNotifications = 20

/** One order for its shopper, and what its shopper is told. */
export function detailRoutes(api: FastifyInstance, dependencies: OrderDependencies): void {
  const { database, trackingKey, shopSettings, hasCardPayment, payments, requestMails } = dependencies
  const addressLinks = createAddressLinks({ key: trackingKey })
  const confirmationLinks = createConfirmationLinks({ key: trackingKey })
  const paymentLinks = createPaymentLinks({ key: trackingKey })

  const readDetail = async (order: { id: string; userId: string }) => {
    const { shipments, ...detail } = await readOrderDetail({
      ...order,
      database,
      addressLinks,
      confirmationLinks,
      paymentLinks: hasCardPayment() ? paymentLinks : undefined,
      actor: 'shopper',
    })
    return { ...detail, ...(await listShownDocuments({ database, orderId: order.id })), shipments: toParcels(shipments) }
  }

  defineRoute(
    api,
    'getDeliveryTerms',
    async () => ({ asksAdvance: await asksAdvance({ database, settings: shopSettings.current.orders }) }),
    { cacheable: true },
  )

  const readPinCode = (pin: string) => {
    const { orders, policies } = shopSettings.current
    return answerPin({ database, pin, settings: orders, policies })
  }
  defineRoute(api, 'getPinCode', ({ params: { pin } }) => readPinCode(pin), { cacheable: true })

  defineRoute(api, 'getOrder', ({ params, request }) => readDetail({ id: params.id, userId: requireUser(request).id }))

  defineRoute(api, 'cancelOrder', async ({ params, request }) => {
    const userId = requireUser(request).id
    const cancellation = { id: params.id, to: 'Cancelled', actor: 'shopper', actorId: userId, ownerId: userId } as const
    await transitionOrder({ database, payments, request: cancellation })
    requestMails()
    return { message: 'Your order is cancelled', order: await readDetail({ id: params.id, userId }) }
  })

  defineRoute(api, 'getNotifications', async ({ request }) => {
    const rows = await readNotifications({ database, userId: requireUser(request).id, limit: maxNotifications })
    const notifications = rows.map(({ id, happened_at, ...row }) => ({ ...row, _id: String(id), happenedAt: happened_at.toISOString() }))
    return { notifications, unread: notifications.filter((notification) => notification.unread).length }
  })

  defineRoute(api, 'markNotificationsRead', async ({ request }) => {
    await markNotificationsRead({ database, userId: requireUser(request).id })
    return { message: 'Read' }
  })
}
