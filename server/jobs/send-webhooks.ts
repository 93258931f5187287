import { setTimeout } from 'node:timers/promises'
import type { Database } from '../database/schema.ts'
import type { Settings } from '../kernel/settings.ts'
import { readShopSettings } from '../shop-settings/read-settings.ts'
import type { FetchProfile } from '../ucp/agents/agent-profiles.ts'
import type { ShopSigningKeys } from '../ucp/agents/signing-keys.ts'
import { createOrderSender } from '../ucp/orders/send-order.ts'
import { deliverTo, findDueEndpoints } from '../webhooks/deliver-events.ts'
import { publishEvents } from '../webhooks/publish-events.ts'
import type { WebhookSender } from '../webhooks/webhook-sender.ts'
import { everyMinute, type Job } from './job.ts'

/** A run looks for events each second; the next one begins when it ends. */
const pollMs = 1_000
const runMs = 600_000
/** Receivers to which events are sent at the same time; the others wait. */
const maxReceivers = 100

interface WebhookDependencies {
  readonly database: Database
  readonly settings: Settings
  readonly webhookSender: WebhookSender
  readonly webhookKey: Buffer
  readonly fetchProfile: FetchProfile
  readonly ucpSigningKeys: ShopSigningKeys
  /** how long a run looks for events; 0: once */
  readonly webhookRunMs?: number
}

/** Publishes events and sends them to endpoints, each on its own, so that a slow one delays no other. */
export const createSendWebhooksJob = ({
  database,
  settings,
  webhookSender: sender,
  webhookKey,
  fetchProfile,
  ucpSigningKeys,
  webhookRunMs = runMs,
}: WebhookDependencies): Job => {
  const sendToAssistant = createOrderSender({ database, settings, fetchProfile, webhookSender: sender, signingKeys: ucpSigningKeys })
  return {
    name: 'send-webhooks',
    cron: everyMinute,
    changes: 'nothing',
    async run({ log, signal }) {
      const { shop } = await readShopSettings({ database, settings })
      const delivering = new Map<string, Promise<void>>()
      const deliver = (endpointId: string) =>
        deliverTo({ database, sender, webhookKey, ownerEmail: shop.email, signal: ending, sendToAssistant, endpointId })
          .catch((err) => log.error({ err, endpointId }, 'Events could not be sent'))
          .finally(() => delivering.delete(endpointId))
      const endsAt = performance.now() + webhookRunMs
      const ending = AbortSignal.any([signal, AbortSignal.timeout(webhookRunMs === 0 ? runMs : webhookRunMs)])
      for (;;) {
        await publishEvents({ database, signal })
        for (const id of await findDueEndpoints({ database })) {
          if (!delivering.has(id) && delivering.size < maxReceivers) delivering.set(id, deliver(id))
        }
        if (signal.aborted || performance.now() >= endsAt || !(await hasEndpoints({ database }))) break
        await setTimeout(pollMs, undefined, { signal }).catch(() => {})
      }
      await Promise.all(delivering.values())
    },
  }
}

async function hasEndpoints({ database }: { database: Database }): Promise<boolean> {
  const endpoint = await database.selectFrom('webhook_endpoints').select('id').where('disabled_at', 'is', null).limit(1).executeTakeFirst()
  return endpoint !== undefined
}
