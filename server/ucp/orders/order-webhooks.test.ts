import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeRefundsDue, startProvider } from '#testing/card-checkout.ts'
import { buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { startOrderWebhooks } from '#testing/order-webhooks.ts'
import { createReturns } from '#testing/returns.ts'
import { expectValid } from '#testing/ucp/expect-valid.ts'
import { agentProfile } from '#testing/ucp/ucp-client.ts'
import { runPaymentMaintenance } from '../../payments/settlement/run-payment-maintenance.ts'
import { verifySignature } from '../agents/verify-signature.ts'

const provider = await startProvider()
const { gateways } = provider
const { shop, receiver, profiles, cookies, send, giveToAgent, readDeliveries, takeOrders } = await startOrderWebhooks({ gateways })
const { app, database, request } = shop
const returns = createReturns({ ...shop, provider, cookies })

const tee = await createTestProduct({ database, stock: 1_000 })
const place = async () => (await request('POST', '/guest/cashondelivery', { body: buildGuestOrder([tee]) })).json().order._id as string
const transition = (id: string, to: string) => request('POST', `/order/admin/${id}/move`, { cookies, body: { to } })

/** Sends what is due and returns the last order that the assistant got. */
async function takeLast() {
  await send()
  const taken = takeOrders()
  for (const order of taken) expectValid('schemas/shopping/order.json', order)
  return taken.at(-1)
}

test('the assistant gets an order of its checkout, signed with a key of the profile of the shop', async () => {
  const id = await place()
  const checkoutId = await giveToAgent(id)
  await send()
  expect(receiver.received).toHaveLength(1)
  const [{ host, url, headers, body } = { host: '', url: '', headers: {} as Record<string, string | undefined>, body: '' }] =
    receiver.received
  expect([host, url]).toEqual(['agent.example', '/orders'])
  const order = JSON.parse(body)
  expectValid('schemas/shopping/order.json', order)
  expect(order).toMatchObject({
    ucp: { version: '2026-04-08', capabilities: { 'dev.ucp.shopping.order': [{ version: '2026-04-08' }] } },
    id,
    checkout_id: checkoutId,
    line_items: [{ quantity: { original: 1, total: 1, fulfilled: 0 }, status: 'processing' }],
  })
  expect(headers).toMatchObject({
    'content-type': 'application/json',
    'ucp-agent': 'profile="https://shop.example/.well-known/ucp"',
    'webhook-id': expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/),
    'webhook-timestamp': expect.stringMatching(/^\d{10}$/),
  })
  const { signing_keys: keys } = (await app.inject({ url: '/.well-known/ucp', headers: { host: 'shop.example' } })).json()
  const signed = { method: 'POST', authority: host, url, headers, body: Buffer.from(body) }
  expect(verifySignature({ request: signed, keys, now: Date.now() })).toBe(true)
  for (const name of ['@method', '@authority', '@path', 'ucp-agent', 'content-digest', 'content-type', 'webhook-id', 'webhook-timestamp'])
    expect(headers['signature-input']).toContain(`"${name}"`)
  expect(() => verifySignature({ request: { ...signed, body: Buffer.from(`${body} `) }, keys, now: Date.now() })).toThrow('The body')
})

test('the signature covers the query and the port of the webhook', async () => {
  const profile = 'https://port.example/profile.json'
  const name = 'dev.ucp.shopping.order'
  const orderWebhook = 'https://port.example:8443/in?shop=1&b'
  const entry = { version: '2026-04-08', config: { webhook_url: orderWebhook } }
  profiles.set(profile, JSON.stringify({ ucp: { version: '2026-04-08', capabilities: { [name]: [entry] } } }))
  await giveToAgent(await place(), profile)
  await send()
  const [{ host, url, headers, body } = { host: '', url: '', headers: {}, body: '' }] = receiver.received
  expect([host, url]).toEqual(['port.example:8443', '/in?shop=1&b'])
  const signed = { method: 'POST', authority: host, url, headers, body: Buffer.from(body) }
  const keys = shop.ucpSigningKeys.list()
  expect(verifySignature({ request: signed, keys, now: Date.now() })).toBe(true)
})

test('other orders are sent to nobody', async () => {
  const [own, other] = [await place(), await place()]
  await giveToAgent(own)
  await takeLast()
  await transition(other, 'Confirmed')
  expect(await takeLast()).toBeUndefined()
  expect(await readDeliveries()).toMatchObject([{ url: agentProfile, state: 'delivered' }])
})

test('each step of the desk is sent once, with parcel and tracking', async () => {
  const id = await place()
  await giveToAgent(id)
  await takeLast()
  await transition(id, 'Confirmed')
  await transition(id, 'Packed')
  expect((await takeLast()).fulfillment.events).toMatchObject([{ type: 'processing' }])
  const { version } = (await request('GET', `/order/admin/${id}`, { cookies })).json()
  await request('POST', `/order/admin/${id}/shipment`, { cookies, body: { courier: 'delhivery', trackingNumber: 'AB123456', version } })
  await transition(id, 'Shipped')
  await send()
  // Parcel and order have changed, and are one event for the assistant.
  expect(receiver.received).toHaveLength(1)
  const [shipped] = takeOrders()
  expect(shipped.fulfillment.events.at(-1)).toMatchObject({ type: 'shipped', tracking_number: 'AB123456' })
  expect(shipped.line_items[0].status).toBe('fulfilled')
  await transition(id, 'Delivered')
  expect((await takeLast()).fulfillment.events.at(-1)).toMatchObject({ type: 'delivered' })
})

test('orders that are changed together are sent', async () => {
  const ids = [await place(), await place()]
  for (const id of ids) await giveToAgent(id)
  await takeLast()
  for (const id of ids) await transition(id, 'Confirmed')
  await takeLast()
  const seen = await database.selectFrom('orders').select(['id as _id', 'version']).where('id', 'in', ids).execute()
  const reply = await request('POST', '/order/admin/moves', { cookies, body: { to: 'Packed', orders: seen } })
  expect(reply.statusCode).toBe(200)
  await send()
  expect(
    takeOrders()
      .map(({ id, fulfillment }) => [id, fulfillment.events.at(-1)?.type])
      .toSorted(),
  ).toEqual(ids.map((id) => [id, 'processing']).toSorted())
})

test('a cancellation is sent', async () => {
  const id = await place()
  await giveToAgent(id)
  await takeLast()
  await transition(id, 'Cancelled')
  expect(await takeLast()).toMatchObject({
    line_items: [{ status: 'removed' }],
    adjustments: [{ type: 'cancellation', status: 'completed' }],
  })
})

test('a return and its refund are sent', async () => {
  const order = await returns.deliverCard()
  await giveToAgent(order.id)
  await takeLast()
  const asked = (await order.ask([{ line: 1, quantity: 1, reason: 'too small' }], 699)).json().return._id as string
  expect((await takeLast()).adjustments).toMatchObject([{ id: asked, type: 'return', status: 'pending' }])
  await returns.receive(asked, 1)
  expect((await takeLast()).line_items[0].quantity).toEqual({ original: 2, total: 1, fulfilled: 1 })
  await returns.admin(asked, 'settle', { refund: 699 })
  await makeRefundsDue({ database })
  await runPaymentMaintenance({ database, gateways })
  expect((await takeLast()).adjustments).toMatchObject([
    { type: 'return', status: 'completed' },
    { type: 'refund', status: 'completed', totals: [{ amount: -69_900 }] },
  ])
})

test('what waits is not sent when the data of the buyer is erased, and the order has nothing of the buyer later', async () => {
  const email = 'leaving@example.com'
  const body = buildGuestOrder([tee])
  const placed = await request('POST', '/guest/cashondelivery', { body: { ...body, deliveryAddress: { ...body.deliveryAddress, email } } })
  const id = placed.json().order._id as string
  await giveToAgent(id)
  await takeLast()
  receiver.answerWith((reply) => void reply.writeHead(503).end())
  await transition(id, 'Cancelled')
  await takeLast()
  expect(await readDeliveries()).toMatchObject([{ state: 'delivered' }, { state: 'waiting' }])
  const erasure = { kind: 'erasure', name: 'Asha', email, phone: '', orderNumber: '', details: 'by phone' }
  await request('POST', '/users/data-requests', { cookies, body: erasure })
  const { id: dataRequest } = await database.selectFrom('data_requests').select('id').where('email', '=', email).executeTakeFirstOrThrow()
  const closed = await request('POST', `/users/data-requests/${dataRequest}/close`, { cookies, body: { note: 'done' } })
  expect(closed.statusCode).toBe(200)
  expect(await readDeliveries()).toEqual([])
  await sql`update orders set version = version + 1 where id = ${id}`.execute(database)
  receiver.answerWith((reply) => reply.end())
  const later = await takeLast()
  expect(later.id).toBe(id)
  expect(JSON.stringify(later)).not.toContain(email)
})
