import type { IncomingHttpHeaders } from 'node:http'
import { z } from 'zod'
import type { WebhookEvent } from '../../payments/gateway.ts'
import { isSignedWith } from './signature.ts'

/** Razorpay retries an event for this time, with the signature of its first delivery. */
const retryWindowMs = 24 * 3_600_000

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

/** The event of a webhook call; undefined when its signature or its body is invalid. */
export function parseWebhook({
  headers,
  body,
  settings: { webhookSecret, previousWebhookSecret },
}: {
  headers: IncomingHttpHeaders
  body: Buffer
  settings: { readonly webhookSecret: string; readonly previousWebhookSecret?: string | undefined }
}): WebhookEvent | undefined {
  const { 'x-razorpay-signature': signature, 'x-razorpay-event-id': id } = headers
  if (typeof signature !== 'string' || typeof id !== 'string' || id.length > 200) return undefined
  const isCurrent = isSignedWith({ secret: webhookSecret, content: body, signature })
  const isPrevious = previousWebhookSecret !== undefined && isSignedWith({ secret: previousWebhookSecret, content: body, signature })
  if (!isCurrent && !isPrevious) return undefined
  const payload = parseJson(body)
  const { success: isValid, data } = webhookBody.safeParse(payload)
  if (!isValid) return undefined
  // After a change of the secret only retries of recent events carry the old signature.
  if (!isCurrent && Date.now() - (data.created_at ?? 0) * 1000 > retryWindowMs) return undefined
  const { order, payment } = data.payload
  return { id, name: data.event, providerOrderId: order?.entity.id ?? payment?.entity.order_id ?? null, payload }
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}
