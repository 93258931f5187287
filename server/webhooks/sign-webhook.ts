import { createHmac, randomBytes } from 'node:crypto'

const prefix = 'whsec_'
const secretBytes = 32

/** A new secret as a receiver enters it. */
export const createWebhookSecret = (): string => prefix + randomBytes(secretBytes).toString('base64')

interface SignedMessage {
  readonly id: string
  /** seconds since 1970 */
  readonly timestamp: number
  readonly body: string
  /** one, or two after a rotation */
  readonly secrets: readonly string[]
}

/** The headers of the Standard Webhooks specification (standardwebhooks.com), with a signature for each secret. */
export function signWebhook({ id, timestamp, body, secrets }: SignedMessage): Record<string, string> {
  const sign = (secret: string) =>
    `v1,${createHmac('sha256', Buffer.from(secret.slice(prefix.length), 'base64'))
      .update(`${id}.${timestamp}.${body}`)
      .digest('base64')}`
  return { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': secrets.map(sign).join(' ') }
}
