import type { FastifyInstance } from 'fastify'
import { toPaise } from '#contract/kernel/money.ts'
import { canBePaidOnline } from '#contract/orders/order-flags.ts'
import type { Database } from '../../database/schema.ts'
import { createClientLimit } from '../../http/client-limit.ts'
import { defineRoute } from '../../http/define-route.ts'
import { AppError } from '../../kernel/errors.ts'
import { createPersonKeys } from '../../offers/offer-person.ts'
import { presentOnlineTotals } from '../../orders/lifecycle/online-discount.ts'
import { createConfirmationLinks, createPaymentLinks } from '../../orders/order/order-links.ts'
import { presentOrder } from '../../orders/order/present.ts'
import { findOrder } from '../../orders/order/repository.ts'
import type { PaymentContext } from '../provider/gateways.ts'
import { reconcile } from '../settlement/reconcile.ts'
import { openPayment } from './open-payment.ts'
import { type PaymentOutcome, rejectUnanswered } from './payment-outcome.ts'
import { writeOrderPayment } from './write-order-payment.ts'

/** Requests of one IP. A page asks every two seconds while a payment is in progress. */
const requestLimit = { name: 'order-payments', points: 300, seconds: 600 }

interface OrderPaymentOptions extends PaymentContext {
  readonly settings: { readonly LIMITS_FACTOR: number }
  readonly trackingKey: Buffer
  readonly outcome: Pick<PaymentOutcome, 'requireCheckout'>
  readonly requestPaymentWork: () => void
}

/** The status of the payments of an order that were separated from it. */
async function readDetached({ database, orderId }: { database: Database; orderId: string }): Promise<'refunded' | 'unpaid'> {
  const captured = database.selectFrom('payments').select('id').where('detached_from', '=', orderId)
  return (await captured.where('provider_payment_id', 'is not', null).executeTakeFirst()) ? 'refunded' : 'unpaid'
}

/** Pays an order on delivery online, for the holder of a link that pays or confirms it. */
export function orderPaymentRoutes(api: FastifyInstance, options: OrderPaymentOptions): void {
  const { database, settings, gateways, outcome, requestPaymentWork } = options
  const confirmationLinks = createConfirmationLinks({ key: options.trackingKey })
  const paymentLinks = createPaymentLinks({ key: options.trackingKey })
  const verify = (token: string): Promise<string> =>
    (paymentLinks.isSigned(token) ? paymentLinks : confirmationLinks).verify({ database, token })
  const getPersonKey = createPersonKeys(options)
  const limit = createClientLimit({ ...requestLimit, database, factor: settings.LIMITS_FACTOR })

  defineRoute(api, 'findOrderToPay', async ({ body, request }) => {
    await limit.consume(request)
    const orderId = await paymentLinks.verify({ database, token: body.token })
    outcome.requireCheckout()
    const found = await findOrder({ database, id: orderId })
    if (!found || !canBePaidOnline(found.row)) throw new AppError('order_payment_closed')
    const { number, products, totalPrice, adjustments, toPay, advance } = presentOrder(found)
    const online = await presentOnlineTotals({ database, orderId, ...found.row, ...found })
    return { number, products, totalPrice, adjustments, toPay, advance, ...online }
  })

  defineRoute(api, 'openOrderPayment', async ({ body, request }) => {
    await limit.consume(request)
    const gateway = outcome.requireCheckout()
    const orderId = await verify(body.token)
    const shownAmount = body.amount === undefined ? undefined : toPaise(body.amount)
    const write = () => writeOrderPayment({ database, provider: gateway.provider, orderId, shownAmount, getPersonKey })
    const { providerOrderId, amount, contact: recipient } = await openPayment({ database, gateway, gateways, write })
    const { firstName, lastName, email, phone } = recipient
    // A visitor who tracks an order by its number and phone does not learn the name.
    const contact = paymentLinks.isSigned(body.token)
      ? { firstName: '', lastName: '', email: '', phone }
      : { firstName, lastName, email, phone }
    return { id: providerOrderId, amount, contact, currency: 'INR' as const, keyId: gateway.keyId }
  })

  defineRoute(api, 'checkOrderPayment', async ({ body, request }) => {
    await limit.consume(request)
    const orderId = await verify(body.token)
    outcome.requireCheckout()
    const query = database.selectFrom('payments').selectAll()
    // Not the payment of an advance.
    const payment = await query.where('order_id', '=', orderId).where('kind', '=', 'order').executeTakeFirst()
    if (!payment) return { status: await readDetached({ database, orderId }) }
    const progress = await reconcile({ database, gateways, payment }).catch(rejectUnanswered)
    const { status, void_reason } = await query.where('id', '=', payment.id).executeTakeFirstOrThrow()
    // A smaller refund is a part that the order costs less now: the order is paid.
    const refunds = database.selectFrom('refunds').select('id').where('payment_id', '=', payment.id)
    const refund = await refunds.where('amount_paise', '>=', payment.amount_paise).executeTakeFirst()
    if (progress === 'captured') requestPaymentWork()
    if (refund || void_reason) return { status: 'refunded' as const }
    if (status === 'paid') return { status: 'paid' as const }
    return { status: progress === 'unpaid' ? ('unpaid' as const) : ('in progress' as const) }
  })
}
