import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { type Gateway, GatewayError } from '../../payments/gateway.ts'

export interface RazorpaySettings {
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
/** Razorpay retries an event for this time, with the signature of its first delivery. */
const webhookRetryWindowMs = 24 * 3_600_000

const orderReply = z.object({ id: z.string() })
const paymentReply = z.object({
  id: z.string(),
  status: z.enum(['created', 'authorized', 'captured', 'refunded', 'failed']),
  amount: z.int(),
  currency: z.string(),
  captured: z.boolean().nullish(),
  contact: z.string().nullish(),
  order_id: z.string().nullish(),
})
const refundReply = z.object({
  id: z.string(),
  status: z.enum(['pending', 'processed', 'failed']),
  amount: z.int(),
  receipt: z.string().nullish(),
})
const errorReply = z.object({ error: z.object({ description: z.string().nullish() }) })

/** Only what is needed: Razorpay's own samples differ in the other fields. */
const webhookBody = z.object({
  event: z.string(),
  /** seconds since 1970 */
  created_at: z.number().optional().catch(undefined),
  payload: z.object({
    payment: z.object({ entity: z.object({ order_id: z.string().nullish() }) }).optional(),
    order: z.object({ entity: z.object({ id: z.string() }) }).optional(),
  }),
})

/**
 * Statuses that do not reject the request itself: wrong keys, a timeout, a rate limit, and 409, with which Razorpay answers
 * while it still processes the same request.
 */
const temporaryStatuses: ReadonlySet<number> = new Set([401, 408, 409, 429])

/** Razorpay's maximum. */
const pageSize = 100

/** Captures at once. The periods are in minutes. */
const captureSettings = {
  capture: 'automatic',
  capture_options: { automatic_expiry_period: 12, manual_expiry_period: 7200, refund_speed: 'normal' },
}

interface RequestOptions<Reply> {
  readonly path: string
  /** makes it a POST */
  readonly body?: object
  readonly headers?: Record<string, string>
  readonly reply: z.ZodType<Reply>
}

/**
 * A client of Razorpay's HTTP API. The official SDK has no timeout and a fixed host, and it loses the cause of network
 * errors. The simulator is tested with the SDK.
 */
export function createRazorpay(settings: RazorpaySettings): Gateway {
  const { keyId, keySecret, webhookSecret, previousWebhookSecret, apiUrl = defaultApiUrl, scriptUrl = defaultScriptUrl } = settings
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
      const description = data?.error.description ?? `status ${response.status}`
      throw new GatewayError({ kind: isRejected ? 'rejected' : 'unknown', message: `${call}: ${description}` })
    }
    const parsed = reply.safeParse(content)
    if (!parsed.success) throw new GatewayError({ kind: 'unknown', message: `${call}: unreadable answer`, cause: parsed.error })
    return parsed.data
  }

  return {
    provider: 'razorpay',
    keyId,
    scriptUrl,
    createOrder: ({ amount, receipt }) =>
      send({ path: '/orders', body: { amount, currency: 'INR', receipt, payment: captureSettings }, reply: orderReply }),
    async fetchPayments(orderId) {
      const path = `/orders/${encodeURIComponent(orderId)}/payments`
      return (await send({ path, reply: z.object({ items: z.array(paymentReply) }) })).items
    },
    async *listPayments({ from, to }) {
      const period = `from=${toSeconds(from)}&to=${toSeconds(to)}`
      for (let skip = 0; ; skip += pageSize) {
        const path = `/payments?${period}&count=${pageSize}&skip=${skip}`
        const { items } = await send({ path, reply: z.object({ items: z.array(z.unknown()) }) })
        // One by one, because a payment that cannot be read must not hide the others.
        yield items.flatMap((item) => {
          const { data } = paymentReply.safeParse(item)
          return data ? [{ ...data, orderId: data.order_id ?? null }] : []
        })
        if (items.length < pageSize) return
      }
    },
    async capture({ paymentId, amount }) {
      await send({ path: `${pathOfPayment(paymentId)}/capture`, body: { amount, currency: 'INR' }, reply: paymentReply })
    },
    refund: ({ paymentId, amount, key }) =>
      send({
        path: `${pathOfPayment(paymentId)}/refund`,
        // The receipt identifies a refund of the shop when the answer is lost.
        body: { amount, receipt: key },
        headers: { 'x-refund-idempotency': key },
        reply: refundReply,
      }),
    fetchRefund: ({ paymentId, refundId }) =>
      send({ path: `${pathOfPayment(paymentId)}/refunds/${encodeURIComponent(refundId)}`, reply: refundReply }),
    async fetchRefunds(paymentId) {
      const path = `${pathOfPayment(paymentId)}/refunds?count=${pageSize}`
      return (await send({ path, reply: z.object({ items: z.array(refundReply) }) })).items
    },
    isCheckoutSigned: ({ orderId, paymentId, signature }) =>
      isSignedWith({ secret: keySecret, content: `${orderId}|${paymentId}`, signature }),
    parseWebhook({ headers, body }) {
      const { 'x-razorpay-signature': signature, 'x-razorpay-event-id': id } = headers
      if (typeof signature !== 'string' || typeof id !== 'string' || id.length > 200) return undefined
      const isCurrent = isSignedWith({ secret: webhookSecret, content: body, signature })
      const isPrevious = previousWebhookSecret !== undefined && isSignedWith({ secret: previousWebhookSecret, content: body, signature })
      if (!isCurrent && !isPrevious) return undefined
      const payload = parseJson(body)
      const { data } = webhookBody.safeParse(payload)
      // After a change of the secret only retries of recent events carry the old signature.
      if (!data || (!isCurrent && Date.now() - (data.created_at ?? 0) * 1000 > webhookRetryWindowMs)) return undefined
      const { order, payment } = data.payload
      return { id, name: data.event, providerOrderId: order?.entity.id ?? payment?.entity.order_id ?? null, payload }
    },
  }
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

/** Seconds since 1970. */
const toSeconds = (time: Date) => Math.floor(time.getTime() / 1000)

const pathOfPayment = (paymentId: string) => `/payments/${encodeURIComponent(paymentId)}`

const buildAuthorization = ({ keyId, keySecret }: Pick<RazorpaySettings, 'keyId' | 'keySecret'>) =>
  `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`

/** False when Razorpay does not know the keys. Throws when it cannot be reached. */
export async function areKeysKnown({ apiUrl = defaultApiUrl, ...keys }: RazorpaySettings): Promise<boolean> {
  const headers = { authorization: buildAuthorization(keys) }
  const response = await fetch(`${apiUrl}/v1/orders?count=1`, { headers, signal: AbortSignal.timeout(timeoutMs) })
  return response.status !== 401
}
