import type { FastifyInstance } from 'fastify'
import type { Database } from '../../database/schema.ts'
import { createClientLimit } from '../../http/client-limit.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Settings } from '../../kernel/settings.ts'
import { createPaymentLinks } from '../../orders/order/order-links.ts'
import { readLinkRevision } from '../../orders/order/tracking.ts'
import type { Gateway } from '../provider/gateway.ts'
import type { Gateways } from '../provider/gateways.ts'
import { createGuestTokens } from './guest-tokens.ts'
import type { PaymentOutcome } from './payment-outcome.ts'

/** Returns of one IP address. */
const returnLimit = { name: 'payment-returns', points: 60, seconds: 600 }

const maxFormBytes = 16 * 1024

/** Where a payment is tried again, by the checkout that has started it. */
const unpaidPages = {
  guest: '/payment-result',
  shopper: '/UserDashboard/PaymentCancelled?status=canceled',
  order: '/order-tracking',
} as const

interface ReturnedForm {
  readonly gateway: Gateway
  readonly form: URLSearchParams
  /** the checkout that has started it; chooses a page and nothing else, because anybody can write it */
  readonly from: keyof typeof unpaidPages
}

interface PaymentReturnOptions {
  readonly database: Database
  readonly settings: Settings
  readonly trackingKey: Buffer
  readonly gateways: Gateways
  readonly outcome: PaymentOutcome
}

/**
 * POST /payments/:provider/return. Browsers that open no frames pay on a page of the provider, which sends them back with a form post.
 * It comes from another site and without a session: only what the provider has signed leads to a payment.
 */
export function paymentReturnRoutes(scope: FastifyInstance, options: PaymentReturnOptions): void {
  const { database, settings, gateways, outcome } = options
  const tokens = createGuestTokens({ key: options.trackingKey })
  const paymentLinks = createPaymentLinks({ key: options.trackingKey })
  const limit = createClientLimit({ ...returnLimit, database, factor: settings.LIMITS_FACTOR })
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: maxFormBytes }, (_request, body, done) =>
    done(null, new URLSearchParams(String(body))),
  )

  /** The page of the result of a payment that the provider has signed. Without a signature it names no payment. */
  async function findResultPage({ gateway, form, from }: ReturnedForm): Promise<string> {
    const signed = gateway.readReturn(form)
    if (!signed || !gateway.isCheckoutSigned(signed)) return unpaidPages[from]
    const { orderId, paymentId, signature } = signed
    const payments = database.selectFrom('payments').selectAll().where('provider', '=', gateway.provider)
    const opened = await payments.where('provider_order_id', '=', orderId).executeTakeFirst()
    if (!opened) return unpaidPages[from]
    const reported = { razorpay_order_id: orderId, razorpay_payment_id: paymentId, razorpay_signature: signature }
    // The page asks again, and says what became of a payment that is not an order.
    const isPaid = await outcome.verify({ opened, ...reported }).then(
      () => true,
      (error: unknown) => {
        if (!(error instanceof AppError)) throw error
        return false
      },
    )
    if (opened.guest_token_hash !== null)
      return `/payment-result?${new URLSearchParams({ token: tokens.create(opened.id), status: 'paid' })}`
    const orderToPay = opened.order_id ?? opened.detached_from
    if (opened.kind === 'order' && orderToPay !== null) {
      const revision = (await readLinkRevision({ database, orderId: orderToPay })) ?? 0
      return `${paymentLinks.create(orderToPay, { revision })}?status=paid`
    }
    if (!isPaid) return '/UserDashboard/allOrders'
    const query = new URLSearchParams({ status: 'success', payment_id: paymentId })
    return `/UserDashboard/${opened.collect_paise > 0 ? 'codOrders' : 'myOrders'}?${query}`
  }

  const route = { schema: { hide: true }, config: { isOpenToOtherSites: true } }
  scope.post<{ Params: { provider: string } }>('/payments/:provider/return', route, async (request, reply) => {
    await limit.consume(request)
    const gateway = gateways.all.find(({ provider }) => provider === request.params.provider)
    if (!gateway) throw new AppError('not_found')
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
    const { from } = request.query as { from?: unknown }
    const origin = from === 'shopper' || from === 'order' ? from : 'guest'
    return reply.redirect(await findResultPage({ gateway, form, from: origin }), 303)
  })
}
