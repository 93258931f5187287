import type { FastifyInstance } from 'fastify'
import { errorText } from '#contract/errors.ts'
import { toPaise } from '#contract/money.ts'
import type { paymentOutcomes } from '#contract/payments.ts'
import type { AppDependencies } from '../dependencies.ts'
import { AppError } from '../errors.ts'
import { defineRoute } from '../http/define-route.ts'
import { requireUser } from '../http/session.ts'
import { presentOrder } from '../orders/present.ts'
import { findOrder } from '../orders/repository.ts'
import { paymentAdminRoutes } from './admin-routes.ts'
import { type Gateway, GatewayError } from './gateway.ts'
import type { PaymentRow } from './holds.ts'
import { openPayment } from './open-payment.ts'
import { readShopperRefunds } from './order-payment.ts'
import { reconcile } from './reconcile.ts'
import { createPaymentWorker } from './run-payment-maintenance.ts'
import { webhookRoute } from './webhook-route.ts'

/** What became of the payment itself: its order may be cancelled later, which does not undo that it was paid. */
function readOutcome({ status, void_reason, provider_payment_id }: PaymentRow): (typeof paymentOutcomes)[number] {
  const hasMoney = status === 'authorized' || provider_payment_id !== null
  if (void_reason !== null && hasMoney) return 'refunded'
  if (status === 'paid' || status === 'failed') return status
  return 'open'
}

export function paymentRoutes(api: FastifyInstance, { database, gateway: provider }: Pick<AppDependencies, 'database' | 'gateway'>): void {
  const worker =
    provider &&
    createPaymentWorker({ database, gateway: provider, onFault: (fault) => api.log.error({ err: fault }, 'payment work failed') })
  if (provider && worker) webhookRoute(api, { database, gateway: provider, worker })
  paymentAdminRoutes(api, { database, worker })
  // Work that a webhook started ends before the database is closed.
  api.addHook('onClose', async () => worker?.settled())

  const requireGateway = (): Gateway => {
    if (!provider) throw new AppError('card_payment_off')
    return provider
  }

  /** The shopper's payment by the provider's order, after the provider was asked when nobody knew. */
  async function look({ userId, providerOrderId }: { userId: string; providerOrderId: string }) {
    const find = () =>
      database
        .selectFrom('payments')
        .selectAll()
        .where('provider_order_id', '=', providerOrderId)
        .where('user_id', '=', userId)
        .executeTakeFirst()
    const known = await find()
    if (!known) throw new AppError('payment_not_found')
    if (known.status === 'paid') return known
    try {
      await reconcile({ database, gateway: requireGateway(), payment: known })
    } catch (problem) {
      if (!(problem instanceof GatewayError)) throw problem
      throw new AppError('payment_unknown', { retryAfterSeconds: 3 })
    }
    worker?.start()
    return (await find()) ?? known
  }

  defineRoute(api, 'createPaymentOrder', async ({ body, request }) => {
    const gateway = requireGateway()
    const userId = requireUser(request).id
    const opened = await openPayment({ database, gateway, userId, expectedTotal: toPaise(body.amount) })
    return { id: opened.providerOrderId, amount: opened.amount, currency: 'INR' as const, keyId: gateway.keyId }
  })

  defineRoute(api, 'verifyPayment', async ({ body, request }) => {
    const gateway = requireGateway()
    const { razorpay_order_id: providerOrderId, razorpay_payment_id: paymentId, razorpay_signature: signature } = body
    if (!gateway.isCheckoutSigned({ orderId: providerOrderId, paymentId, signature })) throw new AppError('verification_failed')
    const payment = await look({ userId: requireUser(request).id, providerOrderId })
    if (payment.void_reason) throw new AppError('payment_refunded', { reason: payment.void_reason })
    const found = payment.order_id ? await findOrder({ database, id: payment.order_id }) : undefined
    if (!found) throw payment.discrepancy ? new AppError('payment_needs_review') : new AppError('payment_unknown', { retryAfterSeconds: 3 })
    // As it was placed, whatever has become of it since: the same question has the same answer.
    const row = { ...found.row, status: 'Placed' as const, payment_status: 'Paid' as const }
    return { message: 'Payment Successful', order: presentOrder({ row, lines: found.lines }) }
  })

  defineRoute(api, 'getOrderRefunds', async ({ params, request }) => {
    const refunds = await readShopperRefunds({ database, orderId: params.id, userId: requireUser(request).id })
    if (!refunds) throw new AppError('not_found')
    return { refunds }
  })

  defineRoute(api, 'getPaymentStatus', async ({ params, request }) => {
    const payment = await look({ userId: requireUser(request).id, providerOrderId: params.id })
    const found = payment.order_id ? await findOrder({ database, id: payment.order_id }) : undefined
    const words = payment.void_reason && errorText('payment_refunded', { reason: payment.void_reason })
    return { status: readOutcome(payment), words, paymentId: payment.provider_payment_id, order: found ? presentOrder(found) : null }
  })
}
