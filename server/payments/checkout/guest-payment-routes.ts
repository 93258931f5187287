import type { FastifyInstance } from 'fastify'
import { toPaise } from '#contract/kernel/money.ts'
import type { ShopSettings } from '#contract/settings/setting-groups.ts'
import { createClientLimit } from '../../http/client-limit.ts'
import { defineRoute } from '../../http/define-route.ts'
import { identifyDevice, readClientIp, readClientIpRange } from '../../http/session.ts'
import type { Settings } from '../../kernel/settings.ts'
import { createCodeLimit } from '../../offers/code-limit.ts'
import { createPersonKeys } from '../../offers/offer-person.ts'
import { createSourceHash } from '../../orders/placing/order-source.ts'
import { readPurchaseReport } from '../../orders/placing/purchase-report.ts'
import { readReferral } from '../../orders/placing/referral.ts'
import type { PaymentContext } from '../provider/gateways.ts'
import { createGuestTokens } from './guest-tokens.ts'
import type { CountHold } from './hold-caps.ts'
import { openPayment } from './open-payment.ts'
import type { PaymentOutcome } from './payment-outcome.ts'
import { createPaymentShares, presentCollect } from './payment-share.ts'
import { writeGuestPayment } from './write-guest-payment.ts'

/** Requests of one IP. A page asks every two seconds while a payment is in progress. */
const requestLimit = { name: 'guest-payments', points: 600, seconds: 600 }

interface GuestPaymentOptions extends PaymentContext {
  readonly settings: Settings
  readonly shopSettings: { readonly current: ShopSettings }
  readonly trackingKey: Buffer
  readonly countHold: CountHold
  readonly outcome: PaymentOutcome
}

/** Guests pay online. The token of the payment takes the place of the session: without it a payment does not exist. */
export function guestPaymentRoutes(api: FastifyInstance, options: GuestPaymentOptions): void {
  const { database, gateways, settings, shopSettings, trackingKey, countHold, outcome } = options
  const tokens = createGuestTokens({ key: trackingKey })
  const hashSource = createSourceHash({ trackingKey })
  const getPersonKey = createPersonKeys({ trackingKey })
  const codeLimit = createCodeLimit({ database, factor: settings.LIMITS_FACTOR })
  const choosePayment = createPaymentShares(options)
  const limit = createClientLimit({ ...requestLimit, database, factor: settings.LIMITS_FACTOR })
  const findPayment = (token: string) => database.selectFrom('payments').selectAll().where('guest_token_hash', '=', tokens.hash(token))

  defineRoute(api, 'createGuestPayment', async ({ body: { visit, purchaseReport: agreed, ...body }, headers, request, reply }) => {
    await limit.consume(request)
    const gateway = outcome.requireCheckout()
    const device = identifyDevice({ request, reply, secure: settings.secure })
    const code = body.offerCode || null
    const shownToPay = body.toPay === undefined ? undefined : toPaise(body.toPay)
    const person = getPersonKey({ userId: null, device, deliveryAddress: body.deliveryAddress })
    const source = { ip: readClientIp(request), ipRange: readClientIpRange(request), device, deviceHash: hashSource('device', device) }
    const checkout = {
      claim: { scope: 'guest payment', key: headers['idempotency-key'], body },
      items: body.products.map(({ product, quantity, size }) => ({ productId: product.toLowerCase(), quantity, size: size ?? null })),
      deliveryAddress: body.deliveryAddress,
      note: body,
      referral: readReferral(visit),
      report: readPurchaseReport({ agreed, settings: shopSettings.current.orders, userAgent: request.headers['user-agent'] }),
      shown: { expectedTotal: toPaise(body.totalPrice), shownToPay },
      offers: { person, code, shownToPay },
      share: choosePayment(body),
      policies: shopSettings.current.policies,
      minutes: shopSettings.current.orders.guestHoldMinutes,
    }
    const write = () => writeGuestPayment({ database, gateway, tokens, ...checkout, source, countHold })
    const open = () => openPayment({ database, gateway, gateways, write })
    const { id, providerOrderId, amount, collect } = await codeLimit.run({ client: source, code, work: open })
    const token = tokens.create(id)
    return { id: providerOrderId, amount, currency: 'INR' as const, keyId: gateway.keyId, token, ...presentCollect(collect) }
  })

  defineRoute(api, 'verifyGuestPayment', async ({ body: { token, ...reported }, request }) => {
    await limit.consume(request)
    const opened = await findPayment(token).where('provider_order_id', '=', reported.razorpay_order_id).executeTakeFirst()
    return outcome.verify({ opened, ...reported })
  })

  defineRoute(api, 'getGuestPayment', async ({ body: { token }, request }) => {
    await limit.consume(request)
    return outcome.readOutcome(await findPayment(token).executeTakeFirst())
  })
}
