import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { startOrderWebhooks } from '#testing/order-webhooks.ts'
import { buildAgentProfile } from '#testing/ucp/agent-profile.ts'
import { agentProfile } from '#testing/ucp/ucp-client.ts'

const { shop, receiver, profiles, cookies, send, makeDue, giveToAgent, readDeliveries, takeOrders } = await startOrderWebhooks()
const { database, request } = shop
const { received } = receiver
const tee = await createTestProduct({ database, stock: 1_000 })

afterEach(async () => {
  await database.deleteFrom('outbox_mails').execute()
})

async function placeOrder(profile = agentProfile) {
  const { order } = (await request('POST', '/guest/cashondelivery', { body: buildGuestOrder([tee]) })).json()
  await giveToAgent(order._id, profile)
  return order._id as string
}
const transition = (id: string, to: string) => request('POST', `/order/admin/${id}/move`, { cookies, body: { to } })

/** The profile of an assistant that receives its orders at this address. */
function addProfile(host: string, orderWebhook: unknown = `https://${host}/orders`): string {
  const profile = `https://${host}/profile.json`
  profiles.set(profile, buildAgentProfile({ orderWebhook }))
  return profile
}

test('an assistant that fails delays no other, and gets its order later in the latest state, with the same id', async () => {
  const [failing, good] = [addProfile('failing.example'), addProfile('good.example')]
  receiver.answerWith((reply, { host }) => void reply.writeHead(host.startsWith('failing') ? 500 : 200).end())
  const id = await placeOrder(failing)
  await placeOrder(good)
  await send()
  expect((await readDeliveries()).map(({ url, state, status }) => [url, state, status]).toSorted()).toEqual([
    [failing, 'waiting', 500],
    [good, 'delivered', 200],
  ])
  await transition(id, 'Cancelled')
  await send()
  expect(received).toHaveLength(2)
  receiver.answerWith((reply) => reply.end())
  await makeDue()
  await send()
  const ids = received.filter(({ host }) => host.startsWith('failing')).map(({ headers }) => headers['webhook-id'])
  // The attempt that has failed, the same event again, and the cancellation.
  expect([ids.length, ids[0] === ids[1], new Set(ids).size]).toEqual([3, true, 2])
  const states = takeOrders().slice(2)
  expect(states.map(({ line_items: [line] }) => line.status)).toEqual(['removed', 'removed'])
})

test('an order is tried ten times in three days, and redirects are not followed', async () => {
  await placeOrder()
  receiver.answerWith((reply) => void reply.writeHead(302, { location: 'https://elsewhere.example/' }).end())
  for (let attempt = 0; attempt < 11; attempt += 1) {
    await makeDue()
    await send()
  }
  expect(received).toHaveLength(10)
  expect(new Set(received.map(({ host }) => host))).toEqual(new Set(['agent.example']))
  expect(await readDeliveries()).toMatchObject([{ state: 'given up', attempts: 10, status: 302 }])
})

test.each(['https://private.example/orders', 'https://10.0.0.7/orders', 'https://[::1]/', 'https://127.0.0.1:5432/'])(
  'nothing is sent to an address that is not public: %s',
  async (orderWebhook) => {
    await placeOrder(addProfile('inward.example', orderWebhook))
    await send()
    expect(received).toEqual([])
    const answer = 'The host is not on the public internet.'
    expect(await readDeliveries()).toMatchObject([{ state: 'waiting', status: null, answer }])
  },
)

test('a profile that names no webhook gets nothing, and one that cannot be read is read again', async () => {
  await placeOrder(addProfile('quiet.example', 'http://quiet.example/'))
  await placeOrder('https://away.example/profile.json')
  await send()
  const away = addProfile('away.example')
  expect((await readDeliveries()).map(({ url, state, attempts }) => [new URL(url).host, state, attempts]).toSorted()).toEqual([
    ['away.example', 'waiting', 1],
    ['quiet.example', 'given up', 1],
  ])
  await makeDue()
  await send()
  expect(received.map(({ host }) => host)).toEqual(['away.example'])
  expect((await readDeliveries()).find(({ url }) => url === away)).toMatchObject({ state: 'delivered' })
})

test('an assistant that has failed for a week gets no more events until its next order, and the owner gets no mail', async () => {
  const profile = addProfile('gone.example')
  await placeOrder(profile)
  await send()
  await sql`update webhook_endpoints set failing_since = now() - interval '8 days' where url = ${profile}`.execute(database)
  receiver.answerWith((reply) => void reply.writeHead(503).end())
  const id = await placeOrder(profile)
  await database.deleteFrom('outbox_mails').execute()
  await send()
  const readEndpoint = () =>
    database
      .selectFrom('webhook_endpoints')
      .select(['disabled_reason', 'failing_since'])
      .where('url', '=', profile)
      .executeTakeFirstOrThrow()
  expect(await readEndpoint()).toMatchObject({ disabled_reason: 'failing' })
  expect(await database.selectFrom('outbox_mails').selectAll().execute()).toEqual([])
  receiver.answerWith((reply) => reply.end())
  received.length = 0
  await transition(id, 'Cancelled')
  await send()
  expect(received).toEqual([])
  const next = await placeOrder(profile)
  expect(await readEndpoint()).toEqual({ disabled_reason: null, failing_since: null })
  await send()
  expect(takeOrders()).toMatchObject([{ id: next }])
})

test('the owner does not see the endpoints of assistants, and they take no place of a webhook', async () => {
  await placeOrder()
  const { endpoints } = (await request('GET', '/webhooks', { cookies })).json()
  expect(endpoints).toEqual([])
  const { id } = await database.selectFrom('webhook_endpoints').select('id').where('url', '=', agentProfile).executeTakeFirstOrThrow()
  const replies = [
    await request('DELETE', `/webhooks/${id}`, { cookies }),
    await request('POST', `/webhooks/${id}/test`, { cookies }),
    await request('POST', `/webhooks/${id}/secret`, { cookies, body: { version: 1 } }),
  ]
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([404, 404, 409])
  await database.deleteFrom('events').execute()
})

test('a shop that assistants may not read sends nothing', async () => {
  const id = await placeOrder()
  await send({ ...shop, settings: { ...shop.settings, UCP: false } })
  expect(received).toEqual([])
  expect(await readDeliveries()).toMatchObject([{ state: 'given up', answer: 'Assistants cannot read the shop.' }])
  await transition(id, 'Cancelled')
  await send()
  expect(takeOrders()).toMatchObject([{ id }])
})
