import { afterAll, expect, test } from 'vitest'
import { startBookings } from '#testing/courier-bookings.ts'
import { buildAgentProfile } from '#testing/ucp/agent-profile.ts'
import { agentProfile, ucpEnvironment } from '#testing/ucp/ucp-client.ts'
import { startWebhookReceiver } from '#testing/webhook-receiver.ts'

const receiver = await startWebhookReceiver()
afterAll(() => receiver.close())
const { simulator, database, saveParcelSettings, placeOrder, book, work, track, sendWebhooks } = await startBookings({
  environment: ucpEnvironment,
  webhookSender: receiver.webhookSender,
  fetchProfile: async () => buildAgentProfile({ orderWebhook: 'https://agent.example/orders' }),
})

test('the assistant gets what the courier tells about the parcel', async () => {
  await saveParcelSettings({ pickupName: 'Mill Road' })
  const order = await placeOrder()
  const row = { order_id: order.id, session_id: crypto.randomUUID(), agent_name: 'agent.example', profile_url: agentProfile }
  await database.insertInto('ucp_orders').values(row).execute()
  await book(order)
  await work()
  await simulator.moveParcel(`${order.number}-B1`, 'PICKED UP', { at: new Date(Date.now() + 3_600_000) })
  await database
    .updateTable('courier_parcels')
    .set({ due_at: new Date(0) })
    .execute()
  await track()
  await sendWebhooks()
  const { fulfillment } = JSON.parse(receiver.received.at(-1)?.body ?? '{}')
  expect(fulfillment.events.at(-1)).toMatchObject({ type: 'shipped', tracking_number: expect.any(String) })
})
