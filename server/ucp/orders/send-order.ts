import { createHash } from 'node:crypto'
import type { Database } from '../../database/schema.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Settings } from '../../kernel/settings.ts'
import type { SendToAssistant } from '../../webhooks/deliver-events.ts'
import type { Attempt } from '../../webhooks/send-event.ts'
import type { WebhookSender } from '../../webhooks/webhook-sender.ts'
import { type AgentProfile, createAgentProfiles, type FetchProfile } from '../agents/agent-profiles.ts'
import { signRequest } from '../agents/sign-request.ts'
import type { ShopSigningKeys } from '../agents/signing-keys.ts'
import { buildEnvelope } from '../protocol/capabilities.ts'
import { UcpError } from '../protocol/ucp-error.ts'
import { presentOrder } from './present-order.ts'
import { findOrderOfAgent } from './read-order.ts'

interface SenderDependencies {
  readonly database: Database
  readonly settings: Pick<Settings, 'UCP' | 'PUBLIC_URL' | 'secure' | 'LIMITS_FACTOR'>
  readonly fetchProfile: FetchProfile
  readonly webhookSender: WebhookSender
  readonly signingKeys: ShopSigningKeys
}

const failed = (answer: string): Attempt => ({ status: null, answer, durationMs: 0 })
const unwanted = (answer: string): Attempt => ({ ...failed(answer), isUnwanted: true })

/** The protocol demands UUIDs. The same event has the same one, also when it is sent again. */
function toWebhookId({ origin, id }: { origin: string; id: string }): string {
  const hex = createHash('sha256').update(`${origin} ${id}`).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-')
}

/** Sends orders as they are now to the webhooks that the profiles of their assistants name, signed by the shop. */
export function createOrderSender({ database, settings, fetchProfile, webhookSender, signingKeys }: SenderDependencies): SendToAssistant {
  const profiles = createAgentProfiles({ fetchProfile, factor: settings.LIMITS_FACTOR })

  async function findProfile(url: string): Promise<AgentProfile | undefined> {
    try {
      return await profiles.find({ url, network: url })
    } catch (error) {
      if (error instanceof UcpError || error instanceof AppError) return undefined
      throw error
    }
  }

  return async ({ id, createdAt, orderId, profileUrl }) => {
    const { UCP, PUBLIC_URL: origin, secure } = settings
    if (!UCP || !secure || origin === undefined) return unwanted('Assistants cannot read the shop.')
    const profile = await findProfile(profileUrl)
    if (!profile) return failed('The profile of the assistant cannot be read.')
    const { orderWebhook: url } = profile
    if (!url) return unwanted('The profile of the assistant names no webhook for orders.')
    const order = await findOrderOfAgent({ database, profileUrl, id: orderId })
    if (!order) return unwanted('The order is not one of this assistant.')
    const body = JSON.stringify({ ucp: buildEnvelope({ names: ['dev.ucp.shopping.order'] }), ...presentOrder({ order, origin }) })
    const webhookId = toWebhookId({ origin, id })
    const headers = signRequest({
      key: signingKeys.current(),
      method: 'POST',
      url,
      headers: {
        'ucp-agent': `profile="${origin}/.well-known/ucp"`,
        'idempotency-key': webhookId,
        'webhook-id': webhookId,
        'webhook-timestamp': String(Math.floor(createdAt.getTime() / 1000)),
      },
      body,
      now: Date.now(),
    })
    const startedAt = performance.now()
    const answer = await webhookSender.send({
      url: url.href,
      headers: { ...headers, 'content-length': String(Buffer.byteLength(body)), 'user-agent': 'loom-and-lane-webhooks/1' },
      body,
    })
    return { ...answer, durationMs: Math.round(performance.now() - startedAt) }
  }
}
