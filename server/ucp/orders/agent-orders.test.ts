import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startProvider } from '#testing/card-checkout.ts'
import { createCodOrders } from '#testing/cod-orders.ts'
import { createReturns } from '#testing/returns.ts'
import { createTestApp } from '#testing/test-app.ts'
import { buildAgentProfile } from '#testing/ucp/agent-profile.ts'
import { expectValid } from '#testing/ucp/expect-valid.ts'
import { createAgentKey, signRequest } from '#testing/ucp/sign-request.ts'
import { agentProfile, createUcpClient, ucpEnvironment } from '#testing/ucp/ucp-client.ts'

const key = createAgentKey()
const provider = await startProvider()
const shop = await createTestApp({
  environment: ucpEnvironment,
  gateways: provider.gateways,
  fetchProfile: async () => buildAgentProfile({ keys: [key.jwk] }),
})
const { app, database, request } = shop
const send = createUcpClient({ app })
const { cookies, placeOrder } = await createCodOrders(shop)
const returns = createReturns({ ...shop, provider, cookies })

/** Makes an order that of an agent. */
async function giveToAgent(id: string) {
  const row = { order_id: id, session_id: randomUUID(), agent_name: 'agent.example', profile_url: agentProfile }
  await database.insertInto('ucp_orders').values(row).execute()
  return row.session_id
}

const get = (id: string, profile = agentProfile) => {
  const path = `/orders/${encodeURIComponent(id)}`
  const headers = { 'ucp-agent': `profile="${profile}"` }
  return send('GET', path, { headers: signRequest({ key, method: 'GET', path: `/ucp/v1${path}`, headers }) })
}

async function read(id: string) {
  const reply = await get(id)
  expect(reply.statusCode).toBe(200)
  expectValid('schemas/shopping/order.json', reply.json())
  return reply.json()
}

const notFound = { ucp: { status: 'error' }, messages: [{ code: 'not_found' }] }

test('the agent reads a shipped order with its tracking, and nothing of its buyer', async () => {
  const { id, number, trackingNumber } = await placeOrder({ courier: 'delhivery', last: 'Shipped' })
  const checkoutId = await giveToAgent(id)
  const order = await read(id)
  expect(order).toMatchObject({
    ucp: { capabilities: { 'dev.ucp.shopping.order': [{ version: '2026-04-08' }] } },
    id,
    label: number,
    checkout_id: checkoutId,
    permalink_url: `https://shop.example/order-tracking?number=${number}`,
    line_items: [{ item: { price: 79_900 }, quantity: { original: 1, total: 1, fulfilled: 1 }, status: 'fulfilled' }],
    fulfillment: { events: [{ type: 'processing' }, { type: 'shipped', carrier: 'Delhivery', tracking_number: trackingNumber }] },
    adjustments: [],
    currency: 'INR',
  })
  expect(order.fulfillment.expectations).toEqual([
    {
      id: 'delivery',
      line_items: [{ id: order.line_items[0].id, quantity: 1 }],
      method_type: 'shipping',
      destination: { address_country: 'IN' },
      description: 'Standard delivery',
    },
  ])
  const { delivery_address: buyer } = await database
    .selectFrom('orders')
    .select('delivery_address')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const text = JSON.stringify(order)
  for (const value of [buyer.phone, buyer.email, buyer.address, buyer.pinCode, buyer.city]) expect(text).not.toContain(value)
})

test('a step that was undone is no event, and the later ones keep ids of their own', async () => {
  const { id } = await placeOrder({ last: 'Shipped' })
  await giveToAgent(id)
  const before = (await read(id)).fulfillment.events
  const undone = database.updateTable('order_events').set({ internal: true })
  await undone.where('order_id', '=', id).where('event', '=', 'Packed').execute()
  expect((await read(id)).fulfillment.events).toEqual(before.slice(1))
})

test('a cancelled order has no items, and its cancellation', async () => {
  const { id } = await placeOrder({ beforePacking: async (placed) => void (await cancel(placed)) })
  await giveToAgent(id)
  const { line_items, adjustments, fulfillment } = await read(id)
  expect(line_items).toMatchObject([{ quantity: { original: 1, total: 0, fulfilled: 0 }, status: 'removed' }])
  expect(adjustments).toMatchObject([{ type: 'cancellation', status: 'completed', line_items: [{ quantity: -1 }] }])
  expect(fulfillment).toEqual({ expectations: [], events: [] })
})

const cancel = (id: string) => request('POST', `/order/admin/${id}/move`, { cookies, body: { to: 'Cancelled' } })

test('a return reduces the items when they are back, and its refund is listed', async () => {
  const order = await returns.deliverCard()
  await giveToAgent(order.id)
  const asked = (await order.ask([{ line: 1, quantity: 1, reason: 'too small' }], 699)).json().return._id as string
  const pending = await read(order.id)
  expect([pending.line_items[0].quantity, pending.adjustments]).toMatchObject([
    { original: 2, total: 2, fulfilled: 2 },
    [{ id: asked, type: 'return', status: 'pending', line_items: [{ id: '1', quantity: -1 }] }],
  ])
  await returns.receive(asked, 1)
  await returns.admin(asked, 'settle', { refund: 699 })
  // As the provider reports it.
  await database
    .insertInto('order_events')
    .values({ order_id: order.id, event: 'Refunded', actor: 'system', amount_paise: 69_900 as never })
    .execute()
  const settled = await read(order.id)
  expect(settled.line_items[0].quantity).toEqual({ original: 2, total: 1, fulfilled: 1 })
  expect(settled.adjustments).toMatchObject([
    { type: 'return', status: 'completed' },
    { type: 'refund', status: 'completed', totals: [{ type: 'total', amount: -69_900 }] },
  ])
})

test('a line that was removed from the order stays listed', async () => {
  const { id } = await placeOrder({ last: 'Shipped' })
  await giveToAgent(id)
  const [line] = (await read(id)).line_items
  const change = {
    kind: 'items',
    item: { line: 7, productId: line.item.id.slice(0, 36), name: 'Scarf', size: null, price: 100 },
    quantity: { before: 3, after: 0 },
    total: { before: 80_200, after: 79_900 },
  }
  await database
    .insertInto('order_events')
    .values({ order_id: id, event: 'Items removed', actor: 'admin', change: JSON.stringify(change) })
    .execute()
  const { line_items, adjustments } = await read(id)
  expect(line_items).toMatchObject([{ id: line.id }, { id: '7', quantity: { original: 3, total: 0, fulfilled: 0 }, status: 'removed' }])
  expect(adjustments).toMatchObject([{ type: 'cancellation', line_items: [{ id: '7', quantity: -3 }] }])
})

test('another agent, and an order without an agent, gets nothing', async () => {
  const { id } = await placeOrder({})
  expect((await get(id)).json()).toMatchObject(notFound)
  await giveToAgent(id)
  expect((await get(id, 'https://other.example/profile.json')).json()).toMatchObject(notFound)
  expect((await get(id)).json().id).toBe(id)
})

test('a request without a signature is refused, also for an unknown order', async () => {
  const { id } = await placeOrder({})
  await giveToAgent(id)
  for (const each of [id, randomUUID()]) {
    const reply = await send('GET', `/orders/${each}`)
    expect([reply.statusCode, reply.json().code]).toEqual([401, 'signature_missing'])
  }
})

test('a captured request reads nothing later', async () => {
  const { id } = await placeOrder({})
  await giveToAgent(id)
  const path = `/orders/${id}`
  const headers = { 'ucp-agent': `profile="${agentProfile}"` }
  const parameters = `;created=${Math.floor(Date.now() / 1000) - 400}`
  const captured = signRequest({ key, method: 'GET', path: `/ucp/v1${path}`, headers, parameters })
  const reply = await send('GET', path, { headers: captured })
  expect([reply.statusCode, reply.json().code]).toEqual([401, 'signature_invalid'])
})

test.each(['x', '\u0000', 'a\u0000b', '१२३', '😀', randomUUID(), `${randomUUID()}\u0000`])(
  'an id that no order has is unknown: %j',
  async (id) => {
    const reply = await get(id)
    expect(reply.statusCode).toBe(200)
    expectValid('schemas/shopping/types/error_response.json', reply.json())
    expect(reply.json()).toMatchObject(notFound)
  },
)
