import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { CallReply } from '#contract/contract.ts'
import { address, buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { createJobRunner } from '#testing/run-job.ts'
import { signInShopper } from '#testing/shoppers.ts'
import { startShop } from '#testing/start-shop.ts'
import { startWebhookReceiver } from '#testing/webhook-receiver.ts'
import { publishEvents } from './publish-events.ts'

const receiver = await startWebhookReceiver()
afterAll(() => receiver.close())
const shop = await startShop({ webhookSender: receiver.webhookSender })
const { request, database, cookies } = shop
const runJob = createJobRunner(shop)
const tee = await createTestProduct({ database, stock: 10_000 })

beforeEach(async () => {
  await publishEvents({ database })
  await database.deleteFrom('webhook_endpoints').execute()
  await database.deleteFrom('events').execute()
  receiver.received.length = 0
  receiver.answerWith((reply) => reply.end('ok'))
})

const values = { url: 'https://receiver.example/hook', description: 'Accounts', types: ['order.placed'] }
type Added = CallReply<'POST /webhooks'>
const add = (body: object = {}) => request('POST', '/webhooks', { cookies, body: { ...values, ...body } })
const list = async () => (await request('GET', '/webhooks', { cookies })).json<CallReply<'GET /webhooks'>>().endpoints
const placeOrder = async (more: object = {}) =>
  (await request('POST', '/guest/cashondelivery', { body: { ...buildGuestOrder([tee]), ...more } })).json().order
const readLog = async (id: string, query = '') =>
  (await request('GET', `/webhooks/${id}/deliveries${query}`, { cookies })).json<CallReply<'GET /webhooks/:id/deliveries'>>()

describe('webhooks', () => {
  test('are for administrators who have entered their PIN lately', async () => {
    const shopper = await signInShopper({ request })
    for (const path of ['/webhooks', '/events']) {
      expect((await request('GET', path)).statusCode).toBe(401)
      expect((await request('GET', path, { cookies: shopper.cookies })).statusCode).toBe(403)
    }
    const { endpoint } = (await add()).json<Added>()
    const setStepUp = (minutes: number) => sql`update sessions set proven_at = now() - make_interval(mins => ${minutes})`.execute(database)
    await setStepUp(20)
    expect((await add()).json().code).toBe('reauthentication_required')
    const rotated = await request('POST', `/webhooks/${endpoint._id}/secret`, { cookies, body: { version: endpoint.version } })
    expect(rotated.json().code).toBe('reauthentication_required')
    await setStepUp(0)
  })

  test('have a secret that is shown once and stored encrypted', async () => {
    const { endpoint, secret } = (await add()).json<Added>()
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(await list()).toEqual([endpoint])
    expect(JSON.stringify(await list())).not.toContain('whsec_')
    const { secret: stored } = await database.selectFrom('webhook_endpoints').select('secret').executeTakeFirstOrThrow()
    expect(stored.toString('latin1')).not.toContain(secret)
  })

  test.each([
    ['http://receiver.example/', 'Please enter an address such as https://example.com/webhooks'],
    ['https://name:pin@receiver.example/', 'Please enter an address such as https://example.com/webhooks'],
    ['', 'Address is required.'],
    [`https://receiver.example/${'x'.repeat(2_000)}`, 'This address is too long.'],
    ['https://10.0.0.7/', 'This address is not on the public internet, so the shop sends nothing to it.'],
    ['https://[::ffff:169.254.169.254]/', 'This address is not on the public internet, so the shop sends nothing to it.'],
    ['https://private.example/', 'This address is not on the public internet, so the shop sends nothing to it.'],
    ['https://unknown.example/', 'There is no server with this name. Please check the address.'],
  ])('an address such as %s is refused at its field', async (url, text) => {
    const reply = await add({ url })
    expect([reply.statusCode, reply.json().fields]).toEqual([400, { url: text }])
    expect(await list()).toEqual([])
  })

  test('that lead to a private address later are not called', async () => {
    const { endpoint } = (await add()).json<Added>()
    await sql`update webhook_endpoints set url = 'https://private.example/'`.execute(database)
    const reply = await request('POST', `/webhooks/${endpoint._id}/test`, { cookies })
    expect(reply.json()).toMatchObject({ isError: true, message: 'The test failed. The host is not on the public internet.' })
    expect(receiver.received).toEqual([])
  })

  test('are twenty at most', async () => {
    await Promise.all(Array.from({ length: 22 }, () => add()))
    expect(await list()).toHaveLength(20)
    expect((await add()).json().code).toBe('webhooks_full')
  })

  test('are changed, disabled, enabled and deleted; a version that is old changes nothing', async () => {
    const { endpoint } = (await add()).json<Added>()
    const path = `/webhooks/${endpoint._id}`
    const edit = (body: object) =>
      request('PATCH', path, { cookies, body: { ...values, isEnabled: true, version: endpoint.version, ...body } })
    await placeOrder()
    await publishEvents({ database })
    expect((await edit({ isEnabled: false })).json().endpoint).toMatchObject({ disabledReason: 'by hand' })
    await runJob('send-webhooks')
    expect(receiver.received).toEqual([])
    expect((await edit({ isEnabled: true })).json().code).toBe('webhook_changed')
    const [{ version = 0 } = {}] = await list()
    expect((await edit({ version, types: ['order.placed', 'order.placed', 'stock.changed'] })).json().endpoint).toMatchObject({
      disabledAt: null,
      types: ['order.placed', 'stock.changed'],
    })
    expect((await request('DELETE', path, { cookies })).statusCode).toBe(200)
    expect((await request('DELETE', path, { cookies })).statusCode).toBe(404)
  })

  test('sign with the old and the new secret for a day after a rotation', async () => {
    const { endpoint, secret } = (await add()).json<Added>()
    const reply = await request('POST', `/webhooks/${endpoint._id}/secret`, { cookies, body: { version: endpoint.version } })
    expect(reply.json<Added>().secret).not.toBe(secret)
    const test = () => request('POST', `/webhooks/${endpoint._id}/test`, { cookies })
    expect((await test()).json()).toMatchObject({ isError: false, message: 'The test event has arrived. It answered 200.' })
    await sql`update webhook_endpoints set previous_until = now() - interval '1 second'`.execute(database)
    await test()
    expect(receiver.received.map(({ event }) => event.type)).toEqual(['webhook.test', 'webhook.test'])
    expect(receiver.received.map(({ headers }) => headers['webhook-signature']?.split(' ').length)).toEqual([2, 1])
  })

  test('have a log with filters, from which an event is sent again under the same id', async () => {
    const { endpoint } = (await add()).json<Added>()
    const { number } = await placeOrder()
    await placeOrder()
    await runJob('send-webhooks')
    const { deliveries, total } = await readLog(endpoint._id)
    expect([total, deliveries[1]]).toMatchObject([2, { orderNumber: number, state: 'delivered', status: 200, answer: 'ok', attempts: 1 }])
    expect((await readLog(endpoint._id, '?state=waiting')).total).toBe(0)
    expect((await readLog(endpoint._id, '?type=order.placed&state=delivered')).total).toBe(2)
    // The events of two orders may arrive in any order.
    const first = receiver.received.find(({ body }) => body.includes(number))
    const resend = await request('POST', `/webhooks/deliveries/${deliveries[1]?._id}/resend`, { cookies })
    expect(resend.json().message).toBe('The event is sent again.')
    await runJob('send-webhooks')
    expect(receiver.received.at(-1)?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
    expect(receiver.received.at(-1)?.body).toBe(first?.body)
    for (const [id, status] of [
      ['999999999999999', 409],
      ['x', 400],
    ] as const)
      expect((await request('POST', `/webhooks/deliveries/${id}/resend`, { cookies })).statusCode).toBe(status)
  })
})

test('a receiver reads the events that it missed, page by page', async () => {
  const numbers = [(await placeOrder()).number, (await placeOrder()).number, (await placeOrder()).number]
  await publishEvents({ database })
  const read = async (query: string) =>
    (await request('GET', `/events?type=order.placed&limit=2${query}`, { cookies })).json<CallReply<'GET /events'>>()
  const first = await read('')
  expect([first.events.length, first.hasMore]).toEqual([2, true])
  const second = await read(`&after=${first.events.at(-1)?._id}`)
  expect([second.events.length, second.hasMore]).toEqual([1, false])
  const orders = [...first.events, ...second.events].map(({ data }) => (data.order as { number: string }).number)
  expect(orders).toEqual(numbers)
  expect((await request('GET', '/events?after=abc', { cookies })).statusCode).toBe(400)
})

test('events about a person are deleted when the data of the person is', async () => {
  const email = 'leaving@example.com'
  await placeOrder({ deliveryAddress: { ...address, email, phone: '9800000001' } })
  await placeOrder()
  await request('POST', '/contact', { body: { name: 'Asha', replyTo: email, message: 'Please forget me' } })
  await publishEvents({ database })
  const body = { kind: 'erasure', name: 'Asha', email, phone: '', orderNumber: '', details: 'by phone' }
  await request('POST', '/users/data-requests', { cookies, body })
  await publishEvents({ database })
  const { id } = await database.selectFrom('data_requests').select('id').where('email', '=', email).executeTakeFirstOrThrow()
  const closed = await request('POST', `/users/data-requests/${id}/close`, { cookies, body: { note: 'done' } })
  expect(closed.statusCode).toBe(200)
  await publishEvents({ database })
  const { events } = (await request('GET', '/events', { cookies })).json<CallReply<'GET /events'>>()
  expect(events.filter(({ type }) => type !== 'stock.changed').map(({ type }) => type)).toEqual(['order.placed'])
  expect(JSON.stringify(events)).not.toContain(email)
})
