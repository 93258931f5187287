import { createHmac, timingSafeEqual } from 'node:crypto'
import type { z } from 'zod'
import type { Settings } from '../../kernel/settings.ts'
import { type Gateway, GatewayError, type GatewayPayment } from '../../payments/provider/gateway.ts'
import { listSettled } from './list-settled.ts'
import {
  disputeReply,
  errorReply,
  idPattern,
  listedRefundReply,
  listReply,
  orderReply,
  paymentReply,
  readItems,
  refundReply,
  webhookBody,
} from './replies.ts'

/** Plain data: worker processes receive it as JSON. */
export interface RazorpayKeys {
  readonly keyId: string
  readonly keySecret: string
  readonly webhookSecret: string
  /** the secret before the last change, still used for retries of older events */
  readonly previousWebhookSecret?: string | undefined
  /** another host in demo and tests */
  readonly apiUrl?: string | undefined
  readonly scriptUrl?: string | undefined
}

const defaultApiUrl = 'https://api.razorpay.com'
const defaultScriptUrl = 'https://checkout.razorpay.com/v1/checkout.js'
const timeoutMs = 10_000

/** What Razorpay's checkout loads beside its script: a risk script, its frame, its metrics, its images. */
const razorpayHosts: Readonly<Record<string, readonly string[]>> = {
  'script-src': ['https://cdn.razorpay.com'],
  'frame-src': ['https://api.razorpay.com'],
  'connect-src': [
    'https://api.razorpay.com',
    'https://lumberjack.razorpay.com',
    'https://lumberjack-metrics.razorpay.com',
    'https://lumberjack-cx.razorpay.com',
  ],
  'img-src': ['https://cdn.razorpay.com'],
  'form-action': ['https://api.razorpay.com'],
}

/** Razorpay retries an event for this time, with the signature of its first delivery. */
const webhookRetryWindowMs = 24 * 3_600_000

/**
 * Statuses that do not reject the request itself: wrong keys, a timeout, a rate limit, and 409, with which Razorpay answers
 * while it still processes the same request.
 */
const temporaryStatuses: ReadonlySet<number> = new Set([401, 408, 409, 429])

/** Razorpay's maximum. */
const pageSize = 100

/** The limit differs from account to account, and the reply has no code for it. */
const amountTooLarge = /amount exceeds maximum/i

/** Captures at once. The periods are in minutes. */
const captureSettings = {
  capture: 'automatic',
  capture_options: { automatic_expiry_period: 12, manual_expiry_period: 7200, refund_speed: 'normal' },
}

/** The keys in the settings; undefined without them. */
export function readRazorpayKeys(settings: Settings): RazorpayKeys | undefined {
  const { RAZORPAY_KEY_ID: keyId, RAZORPAY_KEY_SECRET: keySecret, RAZORPAY_WEBHOOK_SECRET: webhookSecret } = settings
  if (!keyId || !keySecret || !webhookSecret) return undefined
  return {
    keyId,
    keySecret,
    webhookSecret,
    previousWebhookSecret: settings.RAZORPAY_WEBHOOK_SECRET_PREVIOUS,
    apiUrl: settings.RAZORPAY_API_URL,
    scriptUrl: settings.RAZORPAY_CHECKOUT_URL,
  }
}

interface RequestOptions<Reply> {
  readonly path: string
  /** makes it a POST */
  readonly body?: object
  readonly headers?: Record<string, string>
  readonly reply: z.ZodType<Reply>
}

interface Listing<Item> {
  readonly path: string
  readonly from: Date
  readonly to: Date
  readonly schema: z.ZodType<Item>
}

/**
 * A client of Razorpay's HTTP API. The official SDK has no timeout and a fixed host, and it loses the cause of network
 * errors. The simulator is tested with the SDK.
 */
export function createRazorpay(keys: RazorpayKeys): Gateway {
  const { keyId, keySecret, webhookSecret, previousWebhookSecret, apiUrl = defaultApiUrl, scriptUrl = defaultScriptUrl } = keys
  const authorization = buildAuthorization({ keyId, keySecret })

  async function send<Reply>({ path, body, headers, reply }: RequestOptions<Reply>): Promise<Reply> {
    const method = body ? 'POST' : 'GET'
    const call = `Razorpay ${method} ${path}`
    const response = await fetch(`${apiUrl}/v1${path}`, {
      method,
      headers: { authorization, ...(body && { 'content-type': 'application/json' }), ...headers },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
    }).catch((cause: unknown) => {
      throw new GatewayError({ kind: 'unknown', message: `${call}: no answer`, cause })
    })
    const content: unknown = await response.json().catch(() => undefined)
    if (!response.ok) {
      const { success: isRazorpayError, data } = errorReply.safeParse(content)
      const isRejected = isRazorpayError && response.status < 500 && !temporaryStatuses.has(response.status)
      const reason = data?.error.description ?? undefined
      const kind = isRejected ? 'rejected' : 'unknown'
      const isAmountTooLarge = isRejected && amountTooLarge.test(reason ?? '')
      throw new GatewayError({ kind, reason, isAmountTooLarge, message: `${call}: ${reason ?? `status ${response.status}`}` })
    }
    const parsed = reply.safeParse(content)
    if (!parsed.success) throw new GatewayError({ kind: 'unknown', message: `${call}: unreadable answer`, cause: parsed.error })
    return parsed.data
  }

  /** The items of a period, page by page. */
  async function* list<Item>({ path, from, to, schema }: Listing<Item>): AsyncIterable<Item[]> {
    const period = `from=${toSeconds(from)}&to=${toSeconds(to)}`
    for (let skip = 0; ; skip += pageSize) {
      const { items } = await send({ path: `${path}?${period}&count=${pageSize}&skip=${skip}`, reply: listReply })
      yield readItems({ items, schema })
      if (items.length < pageSize) return
    }
  }

  return {
    provider: 'razorpay',
    keyId,
    checkoutScript: { url: scriptUrl, hosts: listCheckoutHosts(scriptUrl) },
    createOrder: ({ amount, receipt, orderNumber }) =>
      send({
        path: '/orders',
        body: { amount, currency: 'INR', receipt, payment: captureSettings, ...(orderNumber && { notes: { order: orderNumber } }) },
        reply: orderReply,
      }),
    async fetchOrderNumber(orderId) {
      const { notes } = await send({ path: `/orders/${checkId(orderId)}`, reply: orderReply })
      return notes?.order
    },
    async fetchPayments(orderId) {
      const { items } = await send({ path: `/orders/${checkId(orderId)}/payments`, reply: listReply })
      return readItems({ items, schema: paymentReply }).map(toPayment)
    },
    async *listPayments(period) {
      for await (const page of list({ path: '/payments', ...period, schema: paymentReply }))
        yield page.map((payment) => ({ ...toPayment(payment), orderId: payment.order_id ?? null }))
    },
    async capture({ paymentId, amount }) {
      await send({ path: `${pathOfPayment(paymentId)}/capture`, body: { amount, currency: 'INR' }, reply: paymentReply })
    },
    refund: async ({ paymentId, amount, key, speed }) =>
      send({
        path: `${pathOfPayment(paymentId)}/refund`,
        // The receipt identifies a refund of the shop when the answer is lost.
        body: { amount, receipt: key, ...(speed === 'optimum' && { speed }) },
        headers: { 'x-refund-idempotency': key },
        reply: refundReply,
      }),
    fetchRefund: async ({ paymentId, refundId }) =>
      send({ path: `${pathOfPayment(paymentId)}/refunds/${checkId(refundId)}`, reply: refundReply }),
    async fetchRefunds(paymentId) {
      const { items } = await send({ path: `${pathOfPayment(paymentId)}/refunds?count=${pageSize}`, reply: listReply })
      return readItems({ items, schema: refundReply })
    },
    async *listRefunds(period) {
      for await (const page of list({ path: '/refunds', ...period, schema: listedRefundReply }))
        yield page.map(({ payment_id, ...refund }) => ({ ...refund, paymentId: payment_id }))
    },
    listSettled: (day) => listSettled({ day, read: async (path) => (await send({ path, reply: listReply })).items }),
    async fetchDispute(id) {
      const { payment_id, amount, reason_description, reason_code, phase, status, respond_by } = await send({
        path: `/disputes/${checkId(id)}`,
        reply: disputeReply,
      })
      const respondBy = respond_by ? new Date(respond_by * 1000) : null
      return { paymentId: payment_id, amount, reason: reason_description ?? reason_code ?? null, phase: phase ?? null, status, respondBy }
    },
    readReturn(form) {
      const [orderId, paymentId, signature] = ['order_id', 'payment_id', 'signature'].map((name) => form.get(`razorpay_${name}`))
      return orderId && paymentId && signature ? { orderId, paymentId, signature } : undefined
    },
    isCheckoutSigned: ({ orderId, paymentId, signature }) =>
      isSignedWith({ secret: keySecret, content: `${orderId}|${paymentId}`, signature }),
    parseWebhook({ headers, body }) {
      const { 'x-razorpay-signature': signature, 'x-razorpay-event-id': id } = headers
      if (typeof signature !== 'string' || typeof id !== 'string' || id.length > 200) return undefined
      const isCurrent = isSignedWith({ secret: webhookSecret, content: body, signature })
      const isPrevious = previousWebhookSecret !== undefined && isSignedWith({ secret: previousWebhookSecret, content: body, signature })
      if (!isCurrent && !isPrevious) return undefined
      const { data } = webhookBody.safeParse(parseJson(body))
      // After a change of the secret only retries of recent events carry the old signature.
      if (!data || (!isCurrent && Date.now() - (data.created_at ?? 0) * 1000 > webhookRetryWindowMs)) return undefined
      const { order, payment, dispute } = data.payload
      return {
        id,
        name: data.event,
        providerOrderId: order?.entity.id ?? payment?.entity.order_id ?? null,
        providerPaymentId: payment?.entity.id ?? null,
        disputeId: dispute?.entity.id ?? null,
        body,
      }
    },
  }
}

/** The hosts of the checkout by directive. A simulator has only the host of its script. */
function listCheckoutHosts(scriptUrl: string): Record<string, string[]> {
  const { origin, hostname } = new URL(scriptUrl)
  const isRazorpay = hostname.endsWith('.razorpay.com')
  return Object.fromEntries(Object.entries(razorpayHosts).map(([name, hosts]) => [name, [origin, ...(isRazorpay ? hosts : [])]]))
}

/** Whether `signature` is the HMAC-SHA256 of the content in hexadecimal. */
function isSignedWith({ secret, content, signature }: { secret: string; content: string | Buffer; signature: string }): boolean {
  const expected = Buffer.from(createHmac('sha256', secret).update(content).digest('hex'))
  const actual = Buffer.from(signature)
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}

function toPayment({
  id,
  status,
  amount,
  currency,
  captured,
  contact,
  method,
  captured_at,
  created_at,
}: z.infer<typeof paymentReply>): GatewayPayment {
  const seconds = captured_at ?? created_at
  return { id, status, amount, currency, captured, contact, method, capturedAt: seconds ? new Date(seconds * 1000) : undefined }
}

/** Seconds since 1970. */
const toSeconds = (time: Date) => Math.floor(time.getTime() / 1000)

/** Throws for an id that would change the path of the request. */
function checkId(id: string): string {
  if (!idPattern.test(id)) throw new GatewayError({ kind: 'rejected', message: `Not a Razorpay id: ${JSON.stringify(id)}` })
  return id
}

const pathOfPayment = (paymentId: string) => `/payments/${checkId(paymentId)}`

const buildAuthorization = ({ keyId, keySecret }: Pick<RazorpayKeys, 'keyId' | 'keySecret'>) =>
  `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`

/** False when Razorpay does not know the keys. Throws when it cannot be reached. */
export async function areKeysKnown({ apiUrl = defaultApiUrl, ...keys }: RazorpayKeys): Promise<boolean> {
  const headers = { authorization: buildAuthorization(keys) }
  const response = await fetch(`${apiUrl}/v1/orders?count=1`, { headers, signal: AbortSignal.timeout(timeoutMs) })
  return response.status !== 401
}
