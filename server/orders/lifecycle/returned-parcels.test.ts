import { expect, test, vi } from 'vitest'
import type { StockMovement } from '#contract/inventory/stock.ts'
import type { AdminOrderDetail } from '#contract/orders/admin-orders.ts'
import type { Order } from '#contract/orders/orders.ts'
import { startCheckout, startProvider } from '#testing/card-checkout.ts'
import { buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { signInShopper } from '#testing/shoppers.ts'
import { startShop } from '#testing/start-shop.ts'
import { findDrift } from '../../inventory/ledger.ts'

const provider = await startProvider()
const publish = vi.fn()
const { request, database, cookies } = await startShop({ gateways: provider.gateways, publishTo: publish })

const read = async (id: string) => (await request('GET', `/order/admin/${id}`, { cookies })).json<AdminOrderDetail>()
const transition = (id: string, to: string) => request('POST', `/order/admin/${id}/move`, { cookies, body: { to } })
const receive = async (id: string, condition: string, version?: number) =>
  request('POST', `/order/admin/${id}/receive`, { cookies, body: { condition, version: version ?? (await read(id)).version } })
const stockOf = async (id: string) =>
  (await database.selectFrom('products').select('stock').where('id', '=', id).executeTakeFirstOrThrow()).stock
const newestMovement = async (id: string) =>
  (await request('GET', `/products/${id}/stock`, { cookies })).json<{ movements: StockMovement[] }>().movements[0]

/** A shipped order of 2 of 10. */
async function ship(kind: 'guest' | 'card') {
  const placed = kind === 'guest' ? await placeGuest() : await placeCard()
  for (const to of ['Confirmed', 'Packed', 'Shipped']) await transition(placed.id, to)
  return { ...placed, stock: () => stockOf(placed.tee.id) }
}

async function placeGuest() {
  const tee = await createTestProduct({ database, stock: 10 })
  const { order } = (await request('POST', '/guest/cashondelivery', { body: buildGuestOrder([{ ...tee, quantity: 2 }]) })).json<{
    order: Order
  }>()
  return { id: order._id, tee }
}

async function placeCard() {
  const { tee, pay, verify } = await startCheckout({ request, database, provider })
  const { order } = (await verify((await pay()).browser.response)).json<{ order: Order }>()
  return { id: order._id, tee }
}

test.each([
  ['guest', 'Refused', 'refused'],
  ['guest', 'Undelivered', 'return'],
  ['card', 'Undelivered', 'return'],
] as const)('the stock of a %s order that is %s returns when the parcel is received', async (kind, status, cause) => {
  const { id, tee, stock } = await ship(kind)
  await transition(id, status)
  expect([await stock(), (await read(id)).returnedParcel]).toEqual([8, 'on its way'])
  const reply = await receive(id, 'sellable')
  expect(reply.json()).toMatchObject({ order: { orderStatus: status, returnedParcel: 'sellable' } })
  expect(await stock()).toBe(10)
  expect(await newestMovement(tee.id)).toMatchObject({ cause, change: 2, order: { _id: id } })
  expect((await read(id)).events.at(-1)).toMatchObject({ event: 'Parcel received, sellable', actor: 'admin' })
  expect((await findDrift({ database })).drifts).toEqual([])
})

test('the stock of a damaged parcel does not return', async () => {
  const { id, stock } = await ship('guest')
  await transition(id, 'Refused')
  expect((await receive(id, 'damaged')).json()).toMatchObject({ order: { returnedParcel: 'damaged' } })
  expect((await receive(id, 'sellable')).json().code).toBe('move_not_possible')
  expect(await stock()).toBe(8)
})

test('a parcel is received once', async () => {
  const { id, stock } = await ship('guest')
  await transition(id, 'Refused')
  const { version } = await read(id)
  const replies = await Promise.all([1, 2, 3].map(() => receive(id, 'sellable', version)))
  expect(replies.map((reply) => reply.statusCode).sort()).toEqual([200, 409, 409])
  expect(await stock()).toBe(10)
})

test('only a refused or undelivered parcel is received', async () => {
  const { id, stock } = await ship('guest')
  expect((await receive(id, 'sellable')).json().code).toBe('move_not_possible')
  await transition(id, 'Delivered')
  expect((await receive(id, 'sellable')).json().code).toBe('move_not_possible')
  const { id: cancelled, tee } = await placeGuest()
  await transition(cancelled, 'Cancelled')
  expect((await receive(cancelled, 'sellable')).json().code).toBe('move_not_possible')
  expect([await stock(), await stockOf(tee.id)]).toEqual([8, 10])
})

test('an undone refusal has no parcel on its way back', async () => {
  const { id, stock } = await ship('guest')
  await transition(id, 'Refused')
  await request('POST', `/order/admin/${id}/undo`, { cookies, body: { version: (await read(id)).version } })
  expect(await read(id)).toMatchObject({ orderStatus: 'Shipped', returnedParcel: null })
  expect(await stock()).toBe(8)
})

test('a returned stock is visible in the shop at once', async () => {
  const { id } = await ship('guest')
  await transition(id, 'Refused')
  publish.mockClear()
  await receive(id, 'sellable')
  expect(publish).toHaveBeenCalledTimes(1)
  const { id: cancelled } = await placeGuest()
  await transition(cancelled, 'Cancelled')
  publish.mockClear()
  await request('POST', `/order/admin/${cancelled}/undo`, { cookies, body: { version: (await read(cancelled)).version } })
  expect(publish).toHaveBeenCalledTimes(1)
})

test('receiving a parcel is for administrators', async () => {
  const { id } = await placeGuest()
  const { cookies: shopper } = await signInShopper({ request })
  const body = { condition: 'sellable', version: 1 }
  expect((await request('POST', `/order/admin/${id}/receive`, { body })).statusCode).toBe(401)
  expect((await request('POST', `/order/admin/${id}/receive`, { body, cookies: shopper })).statusCode).toBe(403)
  expect((await request('POST', `/order/admin/${id}/receive`, { body: { ...body, condition: 'lost' }, cookies })).statusCode).toBe(400)
})
