import type { FastifyInstance } from 'fastify'
import { listTransitions } from '#contract/order-status.ts'
import type { OrderDetail } from '#contract/orders.ts'
import { createRateLimit } from '../database/rate-limit.ts'
import type { Database } from '../database/schema.ts'
import { AppError } from '../errors.ts'
import { defineRoute } from '../http/define-route.ts'
import { requireUser } from '../http/session.ts'
import { markNotificationsRead, readEvents, readNotifications } from './events.ts'
import { parseOrderNumber } from './number.ts'
import type { OrderDependencies } from './order-dependencies.ts'
import { presentOrder } from './present.ts'
import { findOrder, findOrderByNumber } from './repository.ts'
import { createTrackingLinks, normalizePhone } from './tracking.ts'
import { transitionOrder } from './transition-order.ts'

/** Look-ups of one IP: enough for a shopper, too few to guess a number of 40 bits and a phone. */
const trackingLimit = { points: 30, seconds: 600 }
const maxNotifications = 20

async function readDetail({ database, id, userId }: { database: Database; id: string; userId: string }): Promise<OrderDetail> {
  const found = await findOrder({ database, id, userId })
  if (!found) throw new AppError('not_found')
  const { row, lines } = found
  return {
    ...presentOrder({ row, lines }),
    kind: row.kind,
    deliveryAddress: row.delivery_address,
    events: await readEvents({ database, orderId: row.id }),
    moves: listTransitions({ status: row.status, actor: 'shopper', collects: row.kind !== 'card' }),
  }
}

/** One order: for its shopper, and for tracking. */
export function detailRoutes(api: FastifyInstance, { database, trackingKey, settings, payments, requestMails }: OrderDependencies): void {
  const links = createTrackingLinks({ key: trackingKey })
  const limit = createRateLimit({
    database,
    name: 'tracking',
    points: trackingLimit.points * settings.LIMITS_FACTOR,
    seconds: trackingLimit.seconds,
  })

  defineRoute(api, 'getOrder', ({ params, request }) => readDetail({ database, id: params.id, userId: requireUser(request).id }))

  defineRoute(api, 'cancelOrder', async ({ params, request }) => {
    const userId = requireUser(request).id
    await transitionOrder({
      database,
      payments,
      request: { id: params.id, to: 'Cancelled', actor: 'shopper', actorId: userId, ownerId: userId },
    })
    requestMails()
    return { message: 'Your order is cancelled', order: await readDetail({ database, id: params.id, userId }) }
  })

  defineRoute(api, 'trackOrder', async ({ body, request }) => {
    await limit.consume(request.ip)
    const id = body.token ? links.verify(body.token) : await findByNumberAndPhone(body)
    const found = id ? await findOrder({ database, id }) : undefined
    if (!found) throw new AppError('order_not_found')
    const { number, orderStatus, paymentStatus, totalPrice, products, createdAt } = presentOrder(found)
    const events = await readEvents({ database, orderId: found.row.id })
    const lines = products.map(({ _id, ...line }) => line)
    return { number, orderStatus, paymentStatus, totalPrice, city: found.row.delivery_address.city, products: lines, events, createdAt }
  })

  async function findByNumberAndPhone({
    number = '',
    phone = '',
  }: {
    number?: string | undefined
    phone?: string | undefined
  }): Promise<string | undefined> {
    const found = await findOrderByNumber({ database, number: parseOrderNumber(number) })
    return found && phone !== '' && normalizePhone(found.phone) === normalizePhone(phone) ? found.id : undefined
  }

  defineRoute(api, 'getNotifications', async ({ request }) => {
    const rows = await readNotifications({ database, userId: requireUser(request).id, limit: maxNotifications })
    const notifications = rows.map(({ id, orderId, number, event, happened_at, unread }) => ({
      _id: String(id),
      orderId,
      number,
      event,
      happenedAt: happened_at.toISOString(),
      unread,
    }))
    return { notifications, unread: notifications.filter((notification) => notification.unread).length }
  })

  defineRoute(api, 'markNotificationsRead', async ({ request }) => {
    await markNotificationsRead({ database, userId: requireUser(request).id })
    return { message: 'Read' }
  })
}
