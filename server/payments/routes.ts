import type { FastifyInstance } from 'fastify'
import { toPaise } from '#contract/kernel/money.ts'
import type { ShopSettings } from '#contract/settings/setting-groups.ts'
import type { Database } from '../database/schema.ts'
import { defineRoute } from '../http/define-route.ts'
import { readClientIp, readClientIpRange, recognizeDevice, requireUser } from '../http/session.ts'
import { AppError } from '../kernel/errors.ts'
import type { Settings } from '../kernel/settings.ts'
import { createCodeLimit } from '../offers/code-limit.ts'
import { createPersonKeys } from '../offers/offer-person.ts'
import { findOrder } from '../orders/order/repository.ts'
import { toOrderItem } from '../orders/order/rules.ts'
import { readPurchaseReport } from '../orders/placing/purchase-report.ts'
import { readReferral } from '../orders/placing/referral.ts'
import { guestPaymentRoutes } from './checkout/guest-payment-routes.ts'
import { createHoldCaps } from './checkout/hold-caps.ts'
import { openPayment } from './checkout/open-payment.ts'
import { readOrderPayment, readPaymentMethod, toShopperRefund } from './checkout/order-payment.ts'
import { orderPaymentRoutes } from './checkout/order-payment-routes.ts'
import { createPaymentOutcome } from './checkout/payment-outcome.ts'
import { paymentReturnRoutes } from './checkout/payment-return-routes.ts'
import { createPaymentShares, presentCollect } from './checkout/payment-share.ts'
import { writeCartPayment } from './checkout/write-cart-payment.ts'
import type { Gateways } from './provider/gateways.ts'
import { syncRefundsOfOrder } from './refunds/found-refunds.ts'
import { refundOrder } from './refunds/refund-order.ts'
import { recordDispute } from './review/process-disputes.ts'
import { readDiscrepancies, resolveDiscrepancy } from './review/resolve-discrepancy.ts'
import { storeEvent } from './settlement/payment-events.ts'

interface PaymentRoutesOptions {
  readonly database: Database
  readonly settings: Settings
  readonly shopSettings: { readonly current: ShopSettings }
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

function shopperRoutes(api: FastifyInstance, options: PaymentRoutesOptions): void {
  const { database, settings, shopSettings, gateways } = options
  const countHold = createHoldCaps(options)
  const outcome = createPaymentOutcome(options)
  const getPersonKey = createPersonKeys(options)
  const choosePayment = createPaymentShares(options)
  guestPaymentRoutes(api, { ...options, countHold, outcome })
  orderPaymentRoutes(api, { ...options, outcome })
  api.register(async (scope) => paymentReturnRoutes(scope, { ...options, outcome }))

  const codeLimit = createCodeLimit({ database, factor: settings.LIMITS_FACTOR })
  const findPayment = ({ userId, providerOrderId }: { userId: string; providerOrderId: string }) =>
    database
      .selectFrom('payments')
      .selectAll()
      .where('provider_order_id', '=', providerOrderId)
      .where('user_id', '=', userId)
      .executeTakeFirst()

  defineRoute(api, 'createPaymentOrder', async ({ body, request, reply }) => {
    const gateway = outcome.requireCheckout()
    const userId = requireUser(request).id
    const device = recognizeDevice({ request, reply, secure: settings.secure })
    const source = { ip: readClientIp(request), ipRange: readClientIpRange(request), device }
    const shown = { expectedTotal: toPaise(body.amount), shownToPay: body.toPay === undefined ? undefined : toPaise(body.toPay) }
    const bought = body.buyNow && { item: toOrderItem(body.buyNow), offerCode: body.offerCode || null }
    const { policies, orders } = shopSettings.current
    const referral = readReferral(body.visit)
    const report = readPurchaseReport({ agreed: body.purchaseReport, settings: orders, userAgent: request.headers['user-agent'] })
    const checkout = {
      userId,
      shown,
      getPersonKey,
      share: choosePayment(body),
      policies,
      note: body,
      referral,
      report,
      bought,
      source,
      countHold,
    }
    const write = (reconciledIds: readonly string[]) => writeCartPayment({ database, gateway, ...checkout, reconciledIds })
    const open = () => openPayment({ database, gateway, gateways, write })
    const { providerOrderId, amount, collect } = await codeLimit.run({ client: source, code: bought?.offerCode ?? null, work: open })
    return { id: providerOrderId, amount, currency: 'INR' as const, keyId: gateway.keyId, ...presentCollect(collect) }
  })

  defineRoute(api, 'verifyPayment', async ({ body, request }) => {
    const opened = await findPayment({ userId: requireUser(request).id, providerOrderId: body.razorpay_order_id })
    return outcome.verify({ opened, ...body })
  })

  defineRoute(api, 'getPaymentStatus', async ({ params, request }) =>
    outcome.readOutcome(await findPayment({ userId: requireUser(request).id, providerOrderId: params.id })),
  )

  defineRoute(api, 'getOrderRefunds', async ({ params, request }) => {
    const order = await findOrder({ database, id: params.id, userId: requireUser(request).id })
    if (!order) throw new AppError('not_found')
    const { payment, cash, sentBack, voidReason } = await readOrderPayment({ database, orderId: params.id })
    const paymentMethod = await readPaymentMethod({ database, orderId: params.id })
    return {
      refunds: [...(payment?.refunds ?? []), ...(cash?.refunds ?? [])].map(toShopperRefund),
      ...(sentBack && { sentBack: sentBack.flatMap((each) => each.refunds.map(toShopperRefund)) }),
      voidReason,
      paymentMethod,
    }
  })
}

function administratorRoutes(api: FastifyInstance, { database, gateways, requestPaymentWork }: PaymentRoutesOptions): void {
  defineRoute(api, 'getOrderPayment', ({ params }) => readOrderPayment({ database, orderId: params.id }))

  defineRoute(api, 'refundOrder', async ({ params, body, request }) => {
    const refund = {
      orderId: params.id,
      amount: body.amount === undefined ? undefined : toPaise(body.amount),
      expectedRefunded: toPaise(body.refunded),
      reason: body.reason,
      part: body.part,
      reducesPrice: body.reducesPrice,
      requestedBy: requireUser(request).id,
    }
    if (body.part !== 'cash') await syncRefundsOfOrder({ database, gateways, orderId: params.id })
    const isCash = await refundOrder({ database, refund })
    requestPaymentWork()
    const parts = await readOrderPayment({ database, orderId: params.id })
    const payment = isCash ? (parts.cash ?? parts.payment) : parts.payment
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
  scope.post<{ Params: { provider: string } }>('/payments/:provider/webhook', options, async ({ headers, body, params: { provider } }) => {
    const gateway = gateways.all.find((each) => each.provider === provider)
    if (!gateway) throw new AppError('not_found')
    const event = Buffer.isBuffer(body) ? gateway.parseWebhook({ headers, body }) : undefined
    if (!event) throw new AppError('invalid_request')
    await storeEvent({ database, provider, event })
    if (event.disputeId) await recordDispute({ database, provider, disputeId: event.disputeId })
    requestPaymentWork()
    return { status: 'kept' }
  })
}
