import type { FastifyInstance } from 'fastify'
import { toRupees } from '#contract/money.ts'
import { AppError } from '../errors.ts'
import { createClientLimit } from '../http/client-limit.ts'
import { defineRoute } from '../http/define-route.ts'
import { requireUser } from '../http/session.ts'
import { listShownDocuments } from '../tax/read-documents.ts'
import { markNotificationsRead, readEvents, readNotifications } from './lifecycle/order-events.ts'
import { createAddressLinks, createConfirmationLinks, createPaymentLinks } from './lifecycle/order-links.ts'
import { createTrackingLinks } from './lifecycle/tracking.ts'
import { transitionOrder } from './lifecycle/transition-order.ts'
import type { OrderDependencies } from './order-dependencies.ts'
import { presentPayOnline, readOrderDetail } from './order-detail.ts'
import { answerPin, asksAdvance } from './placing/pin-answer.ts'
import { presentOrder } from './present.ts'
import { findOrder, findOrderId } from './repository.ts'
import { readShipments, toParcels } from './shipments.ts'

/** Look-ups of one IP: enough for a shopper, too few to guess a number of 40 bits and a phone. */
const trackingLimit = { name: 'tracking', points: 30, seconds: 600 }
const maxNotifications = 20

/** One order: for its shopper, and for tracking. */
export function detailRoutes(api: FastifyInstance, dependencies: OrderDependencies): void {
  const { database, trackingKey, settings, shopSettings, hasCardPayment, payments, requestMails } = dependencies
  const links = createTrackingLinks({ key: trackingKey })
  const addressLinks = createAddressLinks({ key: trackingKey })
  const confirmationLinks = createConfirmationLinks({ key: trackingKey })
  const paymentLinks = hasCardPayment ? createPaymentLinks({ key: trackingKey }) : undefined
  const limit = createClientLimit({ ...trackingLimit, database, factor: settings.LIMITS_FACTOR })

  const readDetail = async (order: { id: string; userId: string }) => {
    const { shipments, ...detail } = await readOrderDetail({
      ...order,
      database,
      addressLinks,
      confirmationLinks,
      paymentLinks,
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

  defineRoute(api, 'getPinCode', ({ params: { pin } }) => answerPin({ database, pin, settings: shopSettings.current.orders }), {
    cacheable: true,
  })

  defineRoute(api, 'getOrder', ({ params, request }) => readDetail({ id: params.id, userId: requireUser(request).id }))

  defineRoute(api, 'cancelOrder', async ({ params, request }) => {
    const userId = requireUser(request).id
    const cancellation = { id: params.id, to: 'Cancelled', actor: 'shopper', actorId: userId, ownerId: userId } as const
    await transitionOrder({ database, payments, request: cancellation })
    requestMails()
    return { message: 'Your order is cancelled', order: await readDetail({ id: params.id, userId }) }
  })

  defineRoute(api, 'trackOrder', async ({ body, request }) => {
    await limit.consume(request)
    const id = body.token ? links.verify(body.token) : await findOrderId({ database, ...body })
    const found = id ? await findOrder({ database, id }) : undefined
    if (!found) throw new AppError('order_not_found')
    const { number, orderStatus, paymentStatus, isToBePaid, totalPrice, adjustments, toPay, ...order } = presentOrder(found)
    const { products, amountRefunded, createdAt, expectedBy } = order
    const events = await readEvents({ database, orderId: found.row.id, reader: 'shopper' })
    const shipments = toParcels(await readShipments({ database, orderId: found.row.id }))
    return {
      number,
      orderStatus,
      paymentStatus,
      isToBePaid,
      totalPrice,
      adjustments,
      toPay,
      city: found.row.delivery_address.city,
      products,
      events,
      ...(await listShownDocuments({ database, orderId: found.row.id })),
      ...(found.row.advance_paise > 0 && { advance: toRupees(found.row.advance_paise), cashOndelivery: toRupees(found.row.collect_paise) }),
      ...(amountRefunded && { amountRefunded }),
      ...(await presentPayOnline({ database, found, paymentLinks })),
      shipments,
      ...(orderStatus === 'Delivered' && { returnLink: `/return-items?token=${encodeURIComponent(links.create(found.row.id))}` }),
      createdAt,
      expectedBy,
    }
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
