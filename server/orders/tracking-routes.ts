import type { FastifyInstance } from 'fastify'
import { mailedLinks } from '#contract/kernel/limits/mailed-links.ts'
import { toRupees } from '#contract/kernel/money.ts'
import { buildOrderPagePath } from '#contract/orders/order-page-path.ts'
import { createRateLimit } from '../database/rate-limit.ts'
import { createClientLimit } from '../http/client-limit.ts'
import { defineRoute } from '../http/define-route.ts'
import { AppError } from '../kernel/errors.ts'
import { queueAccountMail } from '../mail/outbox.ts'
import { listShownDocuments } from '../tax/read-documents.ts'
import { presentPayOnline } from './lifecycle/order-detail.ts'
import type { OrderDependencies } from './order/order-dependencies.ts'
import { readEvents } from './order/order-events.ts'
import { createPaymentLinks } from './order/order-links.ts'
import { presentJourney } from './order/parcel-journey.ts'
import { presentOrder } from './order/present.ts'
import { findOrder, findOrderId, type StoredOrder } from './order/repository.ts'
import { readShipments, toParcels } from './order/shipments.ts'
import { createTrackingLinks, readLinkRevision } from './order/tracking.ts'

/** Look-ups of one IP: enough for a shopper, too few to guess a number of 40 bits and a phone. */
const trackingLimit = { name: 'tracking', points: 30, seconds: 600 }

/** Links of one order that anybody who knows its number and phone has mailed to its address. */
const linkLimit = { name: 'order-links', points: mailedLinks.perDay, seconds: 86_400, factor: 1 }

/**
 * Tracking. Number and phone, which are on the parcel, show the order and a link that only pays. What opens documents and returns comes by the
 * link in a mail only.
 */
export function trackingRoutes(api: FastifyInstance, dependencies: OrderDependencies): void {
  const { database, trackingKey, settings, hasCardPayment, requestMails } = dependencies
  const links = createTrackingLinks({ key: trackingKey })
  const paymentLinks = createPaymentLinks({ key: trackingKey })
  const limit = createClientLimit({ ...trackingLimit, database, factor: settings.LIMITS_FACTOR })
  const mailedOnes = createRateLimit({ ...linkLimit, database })

  const presentReturnLink = async ({ id, status }: StoredOrder['row']) => {
    if (status !== 'Delivered') return {}
    const token = links.create({ orderId: id, purpose: 'return', revision: (await readLinkRevision({ database, orderId: id })) ?? 0 })
    return { returnLink: buildOrderPagePath(token) }
  }

  defineRoute(api, 'trackOrder', async ({ body: { token, ...form }, request }) => {
    await limit.consume(request)
    const id = token ? await links.verify({ database, token, purpose: 'track' }) : await findOrderId({ database, ...form })
    const found = id ? await findOrder({ database, id }) : undefined
    if (!found) throw new AppError('order_not_found')
    const mailsLink = found.row.delivery_address.email !== ''
    return {
      ...(await presentTracking({ database, found })),
      ...(await presentPayOnline({ database, found, paymentLinks: hasCardPayment() ? paymentLinks : undefined })),
      ...(token ? await presentReturnLink(found.row) : { mailsLink }),
    }
  })

  defineRoute(api, 'mailOrderLink', async ({ body, request }) => {
    await limit.consume(request)
    const orderId = await findOrderId({ database, ...body })
    if (!orderId) throw new AppError('order_not_found')
    if (await mailedOnes.take(orderId)) await queueAccountMail({ database, mail: { kind: 'order link', orderId } })
    requestMails()
    return { message: 'The link is on its way to the email address of the order.' }
  })
}

/** An order as number and phone, or the link in a mail, show it. */
export async function presentTracking({ database, found }: { database: OrderDependencies['database']; found: StoredOrder }) {
  const { number, orderStatus, paymentStatus, isToBePaid, totalPrice, adjustments, toPay, ...order } = presentOrder(found)
  const { products, amountPaid, amountRefunded, createdAt, expectedBy, manualPayment } = order
  const { id: orderId, delivery_address: address, advance_paise: advance, collect_paise: collect } = found.row
  return {
    number,
    orderStatus,
    paymentStatus,
    isToBePaid,
    totalPrice,
    adjustments,
    toPay,
    city: address.city,
    products,
    events: await readEvents({ database, orderId, reader: 'shopper' }),
    ...(await listShownDocuments({ database, orderId })),
    ...(advance > 0 && { advance: toRupees(advance), cashOndelivery: toRupees(collect) }),
    amountPaid,
    ...(amountRefunded && { amountRefunded }),
    ...(manualPayment && { manualPayment }),
    shipments: toParcels(await readShipments({ database, orderId })),
    ...(await presentJourney({ database, orderId })),
    createdAt,
    expectedBy,
  }
}
