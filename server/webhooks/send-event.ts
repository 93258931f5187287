import type { Selectable } from 'kysely'
import type { EventType, testEventType } from '#contract/webhooks/event-types.ts'
import type { Tables } from '../database/schema.ts'
import { decryptText, encryptText } from '../kernel/encrypt-text.ts'
import { signWebhook } from './sign-webhook.ts'
import type { WebhookAnswer, WebhookSender } from './webhook-sender.ts'

/** What the secrets of endpoints are encrypted for. */
const context = 'webhook endpoint'

export const encryptSecret = ({ key, secret }: { key: Buffer; secret: string }): Buffer => encryptText({ key, context, text: secret })

export interface SentEvent {
  readonly id: string
  readonly type: EventType | typeof testEventType
  readonly createdAt: Date
  readonly subjectId: string
  readonly payload: Record<string, unknown>
}

/** An event as receivers and readers get it. */
export const presentEvent = ({ id, type, createdAt, subjectId, payload }: SentEvent) => ({
  _id: id,
  type,
  timestamp: createdAt.toISOString(),
  subject: subjectId,
  data: payload,
})

export type SendingEndpoint = Pick<Selectable<Tables['webhook_endpoints']>, 'url' | 'secret' | 'previous_secret' | 'previous_until'>

interface Sending {
  readonly sender: WebhookSender
  /** decrypts the secrets */
  readonly key: Buffer
  readonly endpoint: SendingEndpoint
  readonly event: SentEvent
}

export interface Attempt extends WebhookAnswer {
  readonly durationMs: number
  /** the receiver takes no such events: there is no further attempt */
  readonly isUnwanted?: boolean
}

export const isSuccess = ({ status }: WebhookAnswer): boolean => status !== null && status >= 200 && status < 300

/** Sends an event to an endpoint once, signed. */
export async function sendEvent({ sender, key, endpoint, event }: Sending): Promise<Attempt> {
  const { url, secret, previous_secret, previous_until } = endpoint
  const hasPrevious = previous_secret !== null && previous_until !== null && previous_until.getTime() > Date.now()
  const secrets = listSecrets({ key, encrypted: hasPrevious ? [secret, previous_secret] : [secret] })
  if (!secrets) return { status: null, answer: 'The secret of the shop has changed. Please make a new secret.', durationMs: 0 }
  const body = JSON.stringify(presentEvent(event))
  const timestamp = Math.floor(Date.now() / 1000)
  const headers = {
    ...signWebhook({ id: event.id, timestamp, body, secrets }),
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    'user-agent': 'loom-and-lane-webhooks/1',
  }
  const startedAt = performance.now()
  const answer = await sender.send({ url, headers, body })
  return { ...answer, durationMs: Math.round(performance.now() - startedAt) }
}

/** Undefined when they were encrypted with another secret of the shop. */
function listSecrets({ key, encrypted }: { key: Buffer; encrypted: readonly Buffer[] }): string[] | undefined {
  try {
    return encrypted.map((bytes) => decryptText({ key, context, bytes }))
  } catch {
    return undefined
  }
}
