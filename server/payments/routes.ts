import type { FastifyInstance } from 'fastify'
import { alreadyOrdered, messages, refundedElsewhere } from '#contract/messages.ts'
import { toPaise } from '#contract/money.ts'
import type { paymentOutcomes } from '#contract/payments.ts'
import { Refused } from '../http/refusals.ts'
import { serve } from '../http/serve.ts'
import { readSignedIn } from '../http/session.ts'
import { presentOrder } from '../orders/present.ts'
import { findOrder } from '../orders/store.ts'
import type { Parts } from '../parts.ts'
import { paymentAdminRoutes } from './admin-routes.ts'
import { type Gateway, GatewayProblem } from './gateway.ts'
import type { PaymentRow } from './holds.ts'
import { openPayment } from './open-payment.ts'
import { readShopperRefunds } from './order-payment.ts'
import { reconcile } from './reconcile.ts'
import { webhookRoute } from './webhook-route.ts'
import { createPaymentWorker } from './work.ts'

/** What the shopper is told of money that is not kept. */
const wordsOf: Record<NonNullable<PaymentRow['void_reason']>, string> = {
  'sold out': messages.payment_refunded,
  superseded: alreadyOrdered,
  'refunded elsewhere': refundedElsewhere,
}

/** What became of the payment itself: its order may be cancelled later, which does not undo that it was paid. */
function readOutcome({ status, void_reason, provider_payment_id }: PaymentRow): (typeof paymentOutcomes)[number] {
  const hasMoney = status === 'authorized' || provider_payment_id !== null
  if (void_reason !== null && hasMoney) return 'refunded'
  if (status === 'paid' || status === 'failed') return status
  return 'open'
}

export function paymentRoutes(api: FastifyInstance, { database, gateway: provider }: Pick<Parts, 'database' | 'gateway'>): void {
  const worker =
    provider &&
    createPaymentWorker({ database, gateway: provider, onFault: (fault) => api.log.error({ err: fault }, 'payment work failed') })
  if (provider && worker) webhookRoute(api, { database, gateway: provider, worker })
  paymentAdminRoutes(api, { database, worker })
  // Work that a webhook started ends before the database is closed.
  api.addHook('onClose', async () => worker?.settled())

  const requireGateway = (): Gateway => {
    if (!provider) throw new Refused({ status: 503, code: 'card_payment_off' })
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
    if (!known) throw new Refused({ status: 404, code: 'not_found', message: messages.verification_failed })
    if (known.status === 'paid') return known
    try {
      await reconcile({ database, gateway: requireGateway(), payment: known })
    } catch (problem) {
      if (!(problem instanceof GatewayProblem)) throw problem
      throw new Refused({ status: 503, code: 'payment_unknown', retryAfter: 3 })
    }
    worker?.start()
    return (await find()) ?? known
  }

  serve(api, 'createPaymentOrder', async ({ body, request }) => {
    const gateway = requireGateway()
    const userId = readSignedIn(request).id
    const opened = await openPayment({ database, gateway, userId, expectedTotal: toPaise(body.amount) })
    return { id: opened.providerOrderId, amount: opened.amount, currency: 'INR' as const, keyId: gateway.keyId }
  })

  serve(api, 'verifyPayment', async ({ body, request }) => {
    const gateway = requireGateway()
    const { razorpay_order_id: providerOrderId, razorpay_payment_id: paymentId, razorpay_signature: signature } = body
    if (!gateway.isCheckoutSigned({ orderId: providerOrderId, paymentId, signature }))
      throw new Refused({ status: 400, code: 'verification_failed' })
    const payment = await look({ userId: readSignedIn(request).id, providerOrderId })
    if (payment.void_reason) throw new Refused({ status: 409, code: 'payment_refunded', message: wordsOf[payment.void_reason] })
    const found = payment.order_id ? await findOrder({ database, id: payment.order_id }) : undefined
    if (!found)
      throw new Refused(
        payment.mismatch ? { status: 409, code: 'verification_failed' } : { status: 503, code: 'payment_unknown', retryAfter: 3 },
      )
    // As it was placed, whatever has become of it since: the same question has the same answer.
    const row = { ...found.row, status: 'Placed' as const, payment_status: 'Paid' as const }
    return { message: 'Payment Successful', order: presentOrder({ row, lines: found.lines }) }
  })

  serve(api, 'getOrderRefunds', async ({ params, request }) => {
    const refunds = await readShopperRefunds({ database, orderId: params.id, userId: readSignedIn(request).id })
    if (!refunds) throw new Refused({ status: 404, code: 'not_found' })
    return { refunds }
  })

  serve(api, 'getPaymentStatus', async ({ params, request }) => {
    const payment = await look({ userId: readSignedIn(request).id, providerOrderId: params.id })
    const found = payment.order_id ? await findOrder({ database, id: payment.order_id }) : undefined
    const words = payment.void_reason && wordsOf[payment.void_reason]
    return { status: readOutcome(payment), words, paymentId: payment.provider_payment_id, order: found ? presentOrder(found) : null }
  })
}
