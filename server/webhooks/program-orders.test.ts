import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { CallReply } from '#contract/contract.ts'
import { buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { startShop } from '#testing/start-shop.ts'
import { publishEvents } from './publish-events.ts'

const {
  request,
  database,
  cookies,
  admin: { _id: adminId },
} = await startShop()
const makeKey = async (rights: readonly string[]) => {
  const { secret } = (await request('POST', '/api-keys', { cookies, body: { name: 'Accounts', rights } })).json<{ secret: string }>()
  return { authorization: `Bearer ${secret}` }
}
const headers = await makeKey(['orders', 'exports'])
const tee = await createTestProduct({ database, stock: 10_000 })
const placeOrder = async () =>
  (await request('POST', '/guest/cashondelivery', { body: buildGuestOrder([tee]) })).json<{ order: { _id: string; number: string } }>()
    .order
const confirm = (id: string) => request('POST', `/order/admin/${id}/move`, { cookies, body: { to: 'Confirmed' } })
const list = async (query: string) => (await request('GET', `/orders?${query}`, { headers })).json<CallReply<'GET /orders'>>()
const readOrder = async (id: string) => (await request('GET', `/orders/${id}`, { headers })).json<CallReply<'GET /orders/:id'>>().order

test('an order is found by its number and id, and is the same as in its event', async () => {
  const { _id, number } = await placeOrder()
  await publishEvents({ database })
  const { payload } = await database.selectFrom('events').select('payload').where('order_id', '=', _id).executeTakeFirstOrThrow()
  const order = await readOrder(_id)
  expect(order).toEqual(payload.order)
  expect(await readOrder(number.toLowerCase().replace('-', ''))).toEqual(order)
  expect(order).toMatchObject({ number, version: 1, deliveryAddress: { phone: '9876543210' }, parcels: [], documents: [], returns: [] })
  for (const id of ['AAAA-AAAA', adminId, '%20', 'é']) expect((await request('GET', `/orders/${id}`, { headers })).statusCode).toBe(404)
})

test('phones are masked for a set that says so', async () => {
  const { _id } = await placeOrder()
  await sql`update staff_sets set masks_phones = true where key = 'owner'`.execute(database)
  expect((await readOrder(_id)).deliveryAddress).toMatchObject({ phone: '98•••••210' })
  await publishEvents({ database })
  expect(JSON.stringify((await list('')).orders)).not.toContain('9876543210')
  await sql`update staff_sets set masks_phones = false where key = 'owner'`.execute(database)
})

test('a program that reads page by page gets each order at its last change, also those of other pages that change meanwhile', async () => {
  await publishEvents({ database })
  const start = (await list('limit=100')).next
  const orders = [await placeOrder(), await placeOrder(), await placeOrder()]
  await publishEvents({ database })
  const first = await list(`after=${start}&limit=2`)
  expect([first.orders.map(({ number }) => number), first.hasMore]).toEqual([orders.slice(0, 2).map(({ number }) => number), true])
  await confirm(orders[0]?._id ?? '')
  const last = await placeOrder()
  await publishEvents({ database })
  const second = await list(`after=${first.next}`)
  expect(second.orders.map(({ number, orderStatus }) => [number, orderStatus])).toEqual([
    [orders[2]?.number, 'Placed'],
    [orders[0]?.number, 'Confirmed'],
    [last.number, 'Placed'],
  ])
  expect(await list(`after=${second.next}`)).toEqual({ orders: [], next: second.next, hasMore: false })
})

test('orders can be read from a time on', async () => {
  const { number } = await placeOrder()
  await publishEvents({ database })
  const before = new Date(Date.now() - 3_600_000).toISOString()
  expect((await list(`changedSince=${before}&limit=100`)).orders.at(-1)).toMatchObject({ number })
  const later = new Date(Date.now() + 3_600_000).toISOString()
  expect((await list(`changedSince=${later}`)).orders).toEqual([])
  expect((await request('GET', '/orders?changedSince=yesterday', { headers })).statusCode).toBe(400)
  expect((await request('GET', '/orders?after=-1', { headers })).statusCode).toBe(400)
})

test('the list needs the right to exports, and of a session the PIN again', async () => {
  const orders = await makeKey(['orders'])
  expect((await request('GET', '/orders', { headers: orders })).json().code).toBe('right_missing')
  expect((await request('GET', '/orders', { cookies })).statusCode).toBe(200)
  await sql`update sessions set proven_at = now() - interval '20 minutes'`.execute(database)
  expect((await request('GET', '/orders', { cookies })).json().code).toBe('reauthentication_required')
})
