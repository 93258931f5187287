import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { type Gateway, GatewayError } from '../../payments/gateway.ts'

export interface RazorpaySettings {
  readonly keyId: string
  readonly keySecret: string
  readonly webhookSecret: string
  /** the one before a change: what was meant for it keeps coming for a day */
  readonly previousWebhookSecret?: string | undefined
  /** another host stands in for the provider in demo and tests */
  readonly apiUrl?: string | undefined
  readonly scriptUrl?: string | undefined
}

const providerApi = 'https://api.razorpay.com'
const providerScript = 'https://checkout.razorpay.com/v1/checkout.js'
const timeout = 10_000

const order = z.object({ id: z.string() })
const payment = z.object({
  id: z.string(),
  order_id: z.string().nullish(),
  status: z.enum(['created', 'authorized', 'captured', 'refunded', 'failed']),
  amount: z.int(),
  currency: z.string(),
  captured: z.boolean().nullish(),
})
const refund = z.object({
  id: z.string(),
  status: z.enum(['pending', 'processed', 'failed']),
  amount: z.int(),
  receipt: z.string().nullish(),
})
/**
 * Refusals of the moment and not of what was asked: our keys, our time or our pace, and 409, with which the provider says
 * that it is still at work on the same question.
 */
const saysNothing: ReadonlySet<number> = new Set([401, 408, 409, 429])
const problem = z.object({ error: z.object({ description: z.string().nullish() }) })

/** Compares in a time that tells nothing. */
function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}

const sign = (secret: string, content: string | Buffer) => createHmac('sha256', secret).update(content).digest('hex')

/** Retries of an event end after a day, in milliseconds; they carry the signature of the secret at its time. */
const retriedFor = 24 * 3_600_000
const dated = z.object({ created_at: z.number() })

/** Signed with a secret that has been changed: only what happened so lately that it may still be retried counts. */
function isRetried(body: Buffer): boolean {
  try {
    const { created_at: seconds } = dated.parse(JSON.parse(body.toString('utf8')))
    return Date.now() - seconds * 1000 <= retriedFor
  } catch {
    return false
  }
}

/**
 * Razorpay over its HTTP API. Its own SDK has no time limit, a fixed host, and loses the cause of a broken connection;
 * so this is a small client of ours, and the SDK is what the tests compare with.
 */
export function createRazorpay({
  keyId,
  keySecret,
  webhookSecret,
  previousWebhookSecret,
  apiUrl = providerApi,
  scriptUrl = providerScript,
}: RazorpaySettings): Gateway {
  // The scheme must be written exactly so.
  const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`

  async function ask<Reply>({ method, path, body, headers = {}, reply }: Question<Reply>): Promise<Reply> {
    const response = await send({ method, path, body, headers })
    const answer: unknown = await response.json().catch(() => undefined)
    if (!response.ok) {
      const said = problem.safeParse(answer).data?.error.description ?? `status ${response.status}`
      // A 5xx, and an answer that is not the provider's, say nothing about what happened.
      const isClear = response.status < 500 && !saysNothing.has(response.status) && problem.safeParse(answer).success
      const kind = isClear ? 'rejected' : 'unknown'
      throw new GatewayError({ kind, message: `Razorpay ${method} ${path}: ${said}` })
    }
    const parsed = reply.safeParse(answer)
    if (!parsed.success)
      throw new GatewayError({ kind: 'unknown', message: `Razorpay ${method} ${path}: unreadable answer`, cause: parsed.error })
    return parsed.data
  }

  async function send({ method, path, body, headers }: Omit<Question<unknown>, 'reply'>): Promise<Response> {
    try {
      return await fetch(`${apiUrl}/v1${path}`, {
        method,
        headers: { authorization, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(timeout),
      })
    } catch (cause) {
      throw new GatewayError({ kind: 'unknown', message: `Razorpay ${method} ${path}: no answer`, cause })
    }
  }

  return {
    keyId,
    scriptUrl,
    createOrder: ({ amount, receipt }) =>
      ask({
        method: 'POST',
        path: '/orders',
        body: {
          amount,
          currency: 'INR',
          receipt,
          payment: {
            capture: 'automatic',
            capture_options: { automatic_expiry_period: 12, manual_expiry_period: 7200, refund_speed: 'normal' },
          },
        },
        reply: order,
      }),
    async fetchPayments(orderId) {
      const { items } = await ask({
        method: 'GET',
        path: `/orders/${encodeURIComponent(orderId)}/payments`,
        reply: z.object({ items: z.array(payment) }),
      })
      return items.map((item) => ({ ...item, orderId: item.order_id ?? null, captured: item.captured ?? false }))
    },
    async capture({ paymentId, amount }) {
      await ask({
        method: 'POST',
        path: `/payments/${encodeURIComponent(paymentId)}/capture`,
        body: { amount, currency: 'INR' },
        reply: payment,
      })
    },
    refund: ({ paymentId, amount, key }) =>
      ask({
        method: 'POST',
        path: `/payments/${encodeURIComponent(paymentId)}/refund`,
        // The receipt is what tells a refund of ours, whose answer was lost, from those that others made.
        body: { amount, receipt: key },
        headers: { 'x-refund-idempotency': key },
        reply: refund,
      }),
    fetchRefund: ({ paymentId, refundId }) =>
      ask({ method: 'GET', path: `/payments/${encodeURIComponent(paymentId)}/refunds/${encodeURIComponent(refundId)}`, reply: refund }),
    async fetchRefunds(paymentId) {
      const { items } = await ask({
        method: 'GET',
        // The most that one page holds.
        path: `/payments/${encodeURIComponent(paymentId)}/refunds?count=100`,
        reply: z.object({ items: z.array(refund) }),
      })
      return items
    },
    isCheckoutSigned: ({ orderId, paymentId, signature }) => isSame(signature, sign(keySecret, `${orderId}|${paymentId}`)),
    isWebhookSigned({ body, signature }) {
      if (isSame(signature, sign(webhookSecret, body))) return true
      return previousWebhookSecret !== undefined && isSame(signature, sign(previousWebhookSecret, body)) && isRetried(body)
    },
  }
}

interface Question<Reply> {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: object
  readonly headers?: Record<string, string>
  readonly reply: z.ZodType<Reply>
}

/** Asks a harmless question. `false` when the provider does not know these keys; throws when it cannot be reached. */
export async function areKeysKnown({ keyId, keySecret, apiUrl = providerApi }: RazorpaySettings): Promise<boolean> {
  const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`
  const response = await fetch(`${apiUrl}/v1/orders?count=1`, { headers: { authorization }, signal: AbortSignal.timeout(timeout) })
  return response.status !== 401
}
