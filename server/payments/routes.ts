import type { FastifyInstance } from 'fastify'
import { paise, toPaise } from '#contract/money.ts'
import type { Database } from '../database/schema.ts'
import { AppError } from '../errors.ts'
import { defineRoute } from '../http/define-route.ts'
import { readClientIp, readClientIpRange, recognizeDevice, requireUser } from '../http/session.ts'
import { presentOrder } from '../orders/present.ts'
import { findOrder } from '../orders/repository.ts'
import type { Settings } from '../settings.ts'
import { createHoldCaps } from './checkout/hold-caps.ts'
import type { PaymentRow } from './checkout/holds.ts'
import { openPayment } from './checkout/open-payment.ts'
import { describeVoid, readOrderPayment, readPaymentMethod, toShopperRefund } from './checkout/order-payment.ts'
import { type Gateway, GatewayError } from './gateway.ts'
import type { Gateways } from './gateways.ts'
import { recordCashRefund } from './refunds/cash-refunds.ts'
import { refundPart } from './refunds/refunds.ts'
import { recordDispute } from './review/process-disputes.ts'
import { readDiscrepancies, resolveDiscrepancy } from './review/resolve-discrepancy.ts'
import { storeEvent } from './settlement/payment-events.ts'
import { reconcile } from './settlement/reconcile.ts'

interface PaymentRoutesOptions {
  readonly database: Database
  readonly settings: Settings
  readonly trackingKey: Buffer
  readonly gateways: Gateways
  /** requests `runPaymentMaintenance`, after which due mails are sent */
  readonly requestPaymentWork: () => void
}

export function paymentRoutes(api: FastifyInstance, options: PaymentRoutesOptions): void {
  shopperRoutes(api, options)
  administratorRoutes(api, options)
  api.register(async (scope) => webhookRoutes(scope, options))
}

/** The outcome of the payment. A later cancellation of its order does not change it. */
function getOutcome({ status, void_reason, provider_payment_id, order_id }: PaymentRow): 'open' | 'failed' | 'paid' | 'refunded' {
  if (void_reason !== null && (status === 'authorized' || provider_payment_id !== null || order_id !== null)) return 'refunded'
  return status === 'paid' || status === 'failed' ? status : 'open'
}

/** Turns a `GatewayError` into the reply after which the browser asks again. Throws every other error. */
function rejectUnanswered(error: unknown): never {
  if (!(error instanceof GatewayError)) throw error
  throw new AppError('payment_unknown', { retryAfterSeconds: 3 })
}

/** The gateway of the payment. Throws `AppError` (503) when its provider is not configured any more. */
function getGateway({ gateways, payment }: { gateways: Gateways; payment: PaymentRow }): Gateway {
  try {
    return gateways.of(payment.provider)
  } catch (error) {
    return rejectUnanswered(error)
  }
}

function shopperRoutes(api: FastifyInstance, options: PaymentRoutesOptions): void {
  const { database, settings, gateways, requestPaymentWork } = options
  const countHold = createHoldCaps(options)

  function requireCheckout(): Gateway {
    if (!gateways.checkout) throw new AppError('card_payment_off')
    return gateways.checkout
  }

  const findPayment = ({ userId, providerOrderId }: { userId: string; providerOrderId: string }) =>
    database
      .selectFrom('payments')
      .selectAll()
      .where('provider_order_id', '=', providerOrderId)
      .where('user_id', '=', userId)
      .executeTakeFirst()

  /** The payment after it was reconciled with its provider, unless it is paid. */
  async function reconcilePayment(payment: PaymentRow | undefined): Promise<PaymentRow> {
    if (!payment) throw new AppError('payment_not_found')
    if (payment.status === 'paid') return payment
    await reconcile({ database, gateways, payment }).catch(rejectUnanswered)
    const query = database.selectFrom('payments').selectAll().where('id', '=', payment.id)
    const reconciled = (await query.executeTakeFirst()) ?? payment
    // The reconciliation has requested a refund or queued the mails of an order.
    if (reconciled.order_id || reconciled.void_reason) requestPaymentWork()
    return reconciled
  }

  const findOrderOf = ({ order_id: id }: PaymentRow) => (id ? findOrder({ database, id }) : undefined)

  defineRoute(api, 'createPaymentOrder', async ({ body, request, reply }) => {
    const gateway = requireCheckout()
    const userId = requireUser(request).id
    const device = recognizeDevice({ request, reply, secure: settings.secure })
    const source = { ip: readClientIp(request), ipRange: readClientIpRange(request), device }
    const checkout = { userId, expectedTotal: toPaise(body.amount), source, countHold }
    const { providerOrderId, amount } = await openPayment({ database, gateway, gateways, ...checkout })
    return { id: providerOrderId, amount, currency: 'INR' as const, keyId: gateway.keyId }
  })

  defineRoute(api, 'verifyPayment', async ({ body, request }) => {
    const { razorpay_order_id: orderId, razorpay_payment_id: paymentId, razorpay_signature: signature } = body
    const opened = await findPayment({ userId: requireUser(request).id, providerOrderId: orderId })
    const gateway = opened ? getGateway({ gateways, payment: opened }) : requireCheckout()
    if (!gateway.isCheckoutSigned({ orderId, paymentId, signature })) throw new AppError('verification_failed')
    const payment = await reconcilePayment(opened)
    if (payment.void_reason)
      throw new AppError('payment_refunded', { reason: payment.void_reason, isCaptured: payment.provider_payment_id !== null })
    const order = await findOrderOf(payment)
    if (!order) throw payment.discrepancy ? new AppError('payment_needs_review') : new AppError('payment_unknown', { retryAfterSeconds: 3 })
    // The order as it was placed, whatever its status is now: a repeated call gives the same answer.
    const row = { ...order.row, status: 'Placed' as const, payment_status: 'Paid' as const, refunded_paise: paise(0) }
    return { message: 'Payment Successful', order: presentOrder({ ...order, row }) }
  })

  defineRoute(api, 'getPaymentStatus', async ({ params, request }) => {
    const payment = await reconcilePayment(await findPayment({ userId: requireUser(request).id, providerOrderId: params.id }))
    const order = await findOrderOf(payment)
    const message = describeVoid(payment)
    return {
      status: getOutcome(payment),
      message,
      words: message,
      paymentId: payment.provider_payment_id,
      order: order ? presentOrder(order) : null,
    }
  })

  defineRoute(api, 'getOrderRefunds', async ({ params, request }) => {
    const order = await findOrder({ database, id: params.id, userId: requireUser(request).id })
    if (!order) throw new AppError('not_found')
    const { payment, sentBack, voidReason } = await readOrderPayment({ database, orderId: params.id })
    const paymentMethod = await readPaymentMethod({ database, orderId: params.id })
    return {
      refunds: (payment?.refunds ?? []).map(toShopperRefund),
      ...(sentBack && { sentBack: sentBack.flatMap((each) => each.refunds.map(toShopperRefund)) }),
      voidReason,
      paymentMethod,
    }
  })
}

function administratorRoutes(api: FastifyInstance, { database, requestPaymentWork }: PaymentRoutesOptions): void {
  defineRoute(api, 'getOrderPayment', ({ params }) => readOrderPayment({ database, orderId: params.id }))

  defineRoute(api, 'refundOrder', async ({ params, body, request }) => {
    const refund = {
      orderId: params.id,
      amount: body.amount === undefined ? undefined : toPaise(body.amount),
      expectedRefunded: toPaise(body.refunded),
      reason: body.reason,
      requestedBy: requireUser(request).id,
    }
    const isCash = await database.transaction().execute(async (trx) => {
      if (await recordCashRefund({ trx, ...refund })) return true
      await refundPart({ trx, ...refund })
      return false
    })
    requestPaymentWork()
    const { payment } = await readOrderPayment({ database, orderId: params.id })
    if (!payment) throw new AppError('refund_not_possible')
    return { message: isCash ? 'The refund is recorded' : 'The refund is on its way', payment }
  })

  defineRoute(api, 'getPaymentDiscrepancies', () => readDiscrepancies({ database }))

  defineRoute(api, 'resolveDiscrepancy', async ({ params, body, request }) => {
    await resolveDiscrepancy({ database, id: params.id, resolution: body, resolvedBy: requireUser(request).id })
    return { message: 'Marked as resolved', ...(await readDiscrepancies({ database })) }
  })
}

/**
 * POST /payments/:provider/webhook. Stores the event, answers, and processes it afterwards. When the database fails the
 * answer is a 5xx, and the provider sends the event again.
 */
function webhookRoutes(scope: FastifyInstance, { database, gateways, requestPaymentWork }: PaymentRoutesOptions): void {
  // The signature covers the raw bytes.
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  // No rate limit, because all events of a busy day may come from one IP. Unsigned calls are rejected before any query.
  const options = { schema: { hide: true }, config: { rateLimit: false as const } }
  for (const gateway of gateways.all) {
    const { provider } = gateway
    scope.post(`/payments/${provider}/webhook`, options, async ({ headers, body }) => {
      const event = Buffer.isBuffer(body) ? gateway.parseWebhook({ headers, body }) : undefined
      if (!event) throw new AppError('invalid_request')
      await storeEvent({ database, provider, event })
      if (event.disputeId) await recordDispute({ database, provider, disputeId: event.disputeId })
      requestPaymentWork()
      return { status: 'kept' }
    })
  }
}
