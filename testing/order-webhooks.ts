import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeEach } from 'vitest'
import { publishEvents } from '#server/webhooks/publish-events.ts'
import { createJobRunner } from './run-job.ts'
import { signInAdministrator } from './shoppers.ts'
import { createTestApp } from './test-app.ts'
import { buildAgentProfile } from './ucp/agent-profile.ts'
import { agentProfile, ucpEnvironment } from './ucp/ucp-client.ts'
import { startWebhookReceiver } from './webhook-receiver.ts'

type Options = Pick<NonNullable<Parameters<typeof createTestApp>[0]>, 'environment' | 'gateways'>

/** A shop that sends orders to assistants, whose webhooks are all received here. Call it at the top of a test file. */
export async function startOrderWebhooks({ environment, gateways }: Options = {}) {
  const receiver = await startWebhookReceiver()
  afterAll(() => receiver.close())
  const { received } = receiver
  /** texts by address; an unknown one cannot be read */
  const profiles = new Map([[agentProfile, buildAgentProfile({ orderWebhook: 'https://agent.example/orders' })]])
  const shop = await createTestApp({
    environment: { ...ucpEnvironment, STORE_EMAIL: 'owner@shop.example', ...environment },
    webhookSender: receiver.webhookSender,
    fetchProfile: async (url) => profiles.get(url),
    ...(gateways && { gateways }),
  })
  const { database } = shop
  const { cookies } = await signInAdministrator(shop)

  beforeEach(async () => {
    await publishEvents({ database })
    await database.deleteFrom('events').execute()
    received.length = 0
    receiver.answerWith((reply) => reply.end())
  })

  return {
    ...{ shop, receiver, profiles, cookies },
    /** Runs the job that sends events, as a server does that has just started. */
    send: (server = shop) => createJobRunner(server)('send-webhooks'),
    makeDue: () => sql`update webhook_deliveries set next_at = now() where state = 'waiting'`.execute(database),
    /** Makes an order that of an assistant. Returns the id of its checkout. */
    async giveToAgent(id: string, profile = agentProfile): Promise<string> {
      const row = { order_id: id, session_id: randomUUID(), agent_name: new URL(profile).host, profile_url: profile }
      await database.insertInto('ucp_orders').values(row).execute()
      return row.session_id
    },
    readDeliveries: () =>
      database
        .selectFrom('webhook_deliveries')
        .innerJoin('webhook_endpoints', 'webhook_endpoints.id', 'endpoint_id')
        .select(['url', 'state', 'attempts', 'status', 'answer'])
        .orderBy('webhook_deliveries.id')
        .execute(),
    /** The orders that were received, and what was received last is removed. */
    takeOrders: () => received.splice(0).map(({ body }) => JSON.parse(body)),
  }
}
