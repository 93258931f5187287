import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { toPaise } from '#contract/kernel/money.ts'
import { orderStatuses, transitions } from '#contract/orders/order-status.ts'
import type { Order, OrderDetail } from '#contract/orders/orders.ts'
import { address, buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { signInShopper } from '#testing/shoppers.ts'
import { startShop } from '#testing/start-shop.ts'
import { syncOrderTransitions } from '../../database/migrate.ts'
import { createTrackingLinks } from '../order/tracking.ts'

const { request, database, trackingKey, admin } = await startShop()

const stockOf = async (id: string) =>
  (await database.selectFrom('products').select('stock').where('id', '=', id).executeTakeFirstOrThrow()).stock
const transition = (id: string, to: string, from?: string) =>
  request('POST', `/order/admin/${id}/move`, { cookies: admin.cookies, body: { to, from } })

/** A shopper with one product in the cart. */
async function fillCart({ quantity = 2, stock = 10, price = 799 } = {}) {
  const shopper = await signInShopper({ request })
  const tee = await createTestProduct({ database, stock, price })
  await request('POST', '/cart/add', { cookies: shopper.cookies, body: { product: tee.id, size: 'M', quantity } })
  const place = (headers: Record<string, string> = {}, body: object = address) =>
    request('POST', '/cod/cashondelivery', { cookies: shopper.cookies, body, headers })
  return { ...shopper, tee, place }
}

async function placeCod() {
  const shopper = await fillCart()
  const placed = (await shopper.place()).json<{ order: Order }>().order
  const get = async () => (await request('GET', `/order/${placed._id}`, { cookies: shopper.cookies })).json<OrderDetail>()
  return { ...shopper, id: placed._id, number: placed.number, get }
}

describe('POST /cod/cashondelivery', () => {
  test('orders what is in the cart, empties it and takes the stock', async () => {
    const { cookies, tee, place } = await fillCart()
    const reply = await place()
    expect(reply.statusCode).toBe(201)
    expect(reply.json()).toMatchObject({
      order: {
        totalPrice: 1598,
        cashOndelivery: 1598,
        amountPaid: 0,
        paymentStatus: 'Pending',
        products: [{ name: tee.name, quantity: 2, size: 'M' }],
      },
    })
    const cart = (await request('GET', '/cart', { cookies })).json()
    expect(cart).toMatchObject({ cart: [], deliveryAddress: address })
    expect(await stockOf(tee.id)).toBe(8)
  })

  test('parallel requests with one key place one order, although the first empties the cart', async () => {
    const { place, tee } = await fillCart()
    const key = { 'idempotency-key': randomUUID() }
    const replies = await Promise.all([place(key), place(key), place(key)])
    expect(new Set(replies.map((reply) => reply.json().order?.number)).size).toBe(1)
    expect(await stockOf(tee.id)).toBe(8)
  })

  test('two parallel requests without a key place one order', async () => {
    const { place, tee } = await fillCart()
    const statuses = (await Promise.all([place(), place()])).map((reply) => reply.statusCode)
    expect(statuses.sort()).toEqual([201, 409])
    expect(await stockOf(tee.id)).toBe(8)
  })

  test('a rejected order leaves the cart unchanged', async () => {
    const { place, tee, cookies } = await fillCart()
    await database.updateTable('products').set({ stock: 1 }).where('id', '=', tee.id).execute()
    expect((await place()).json()).toMatchObject({ error: `Only 1 left of ${tee.name}.` })
    expect((await request('GET', '/cart', { cookies })).json().cart).toHaveLength(1)
  })

  test('a price that the shopper has not seen is rejected', async () => {
    const { place, tee } = await fillCart()
    await database
      .updateTable('products')
      .set({ price_paise: toPaise(999) })
      .where('id', '=', tee.id)
      .execute()
    expect((await place()).json()).toMatchObject({ code: 'prices_changed' })
  })

  test('an empty cart and an incomplete address are rejected', async () => {
    const { place } = await fillCart()
    expect((await place({}, { ...address, lastName: '' })).json().fields).toHaveProperty('lastName')
    await place()
    const empty = await place()
    expect([empty.statusCode, empty.json().error]).toEqual([409, 'Your cart is empty.'])
  })
})

describe('lists of orders', () => {
  test('a shopper lists their own orders, newest first, ten a page', async () => {
    const { cookies, _id } = await signInShopper({ request })
    const row = {
      kind: 'cod' as const,
      user_id: _id,
      total_paise: 100,
      paid_paise: 0,
      collect_paise: 100,
      delivery_address: JSON.stringify(address),
    }
    const rows = Array.from({ length: 12 }, (_, index) => ({
      ...row,
      number: `T${index}-${_id.slice(-8)}`,
      placed_at: new Date(2026, 0, index + 1),
    }))
    await database
      .insertInto('orders')
      .values(rows as never)
      .execute()
    await placeCod()
    const second = (await request('GET', '/cod/codOrder?page=2', { cookies })).json()
    expect(second).toMatchObject({ total: 12, page: 2, totalPages: 2 })
    expect(second.codorder.map((order: Order) => order.number.split('-')[0])).toEqual(['T1', 'T0'])
    expect((await request('GET', '/order/getorder', { cookies })).json()).toEqual({ orders: [] })
  })

  test('an administrator lists orders of every kind', async () => {
    const tee = await createTestProduct({ database })
    const guest = (await request('POST', '/guest/cashondelivery', { body: buildGuestOrder([tee]) })).json<{ order: Order }>().order
    const { number } = await placeCod()
    const { orders, total, totalPages } = (await request('GET', '/cod/adminOrder?page=1', { cookies: admin.cookies })).json()
    expect(orders.slice(0, 2).map((order: Order) => order.number)).toEqual([number, guest.number])
    expect(totalPages).toBe(Math.ceil(total / 10))
    const { cookies } = await signInShopper({ request })
    expect((await request('GET', '/cod/adminOrder', { cookies })).statusCode).toBe(403)
  })
})

describe('order transitions', () => {
  test('an order goes from placed to delivered, with its events and the cash payment', async () => {
    const { id, get } = await placeCod()
    for (const to of ['Confirmed', 'Packed', 'Shipped', 'Delivered']) expect((await transition(id, to)).statusCode).toBe(200)
    const order = await get()
    expect(order).toMatchObject({ orderStatus: 'Delivered', paymentStatus: 'Paid', amountPaid: 1598, transitions: [] })
    expect(order.events.map(({ event }) => event)).toEqual(['Placed', 'Confirmed', 'Packed', 'Shipped', 'Delivered'])
    expect(order.events[1], 'shoppers do not see who changed the status').toEqual({
      type: 'Confirmed',
      event: 'Confirmed',
      happenedAt: expect.any(String),
    })
  })

  test('a shopper can cancel until the order is packed, and the stock returns once', async () => {
    const { id, tee, cookies, get } = await placeCod()
    await transition(id, 'Confirmed')
    const cancel = () => request('POST', `/order/${id}/cancel`, { cookies })
    const statuses = (await Promise.all([cancel(), cancel(), cancel()])).map((reply) => reply.statusCode)
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect([await stockOf(tee.id), (await get()).orderStatus]).toEqual([10, 'Cancelled'])
    const packed = await placeCod()
    for (const to of ['Confirmed', 'Packed']) await transition(packed.id, to)
    const late = await request('POST', `/order/${packed.id}/cancel`, { cookies: packed.cookies })
    expect([late.statusCode, late.json().code]).toEqual([409, 'move_not_possible'])
    expect((await transition(packed.id, 'Cancelled')).statusCode).toBe(200)
  })

  test('a transition from an outdated status is rejected', async () => {
    const { id } = await placeCod()
    await transition(id, 'Confirmed', 'Placed')
    expect((await transition(id, 'Cancelled', 'Placed')).statusCode).toBe(409)
  })

  test('another shopper cannot see, cancel or move an order', async () => {
    const { id } = await placeCod()
    const { cookies } = await signInShopper({ request })
    expect((await request('GET', `/order/${id}`, { cookies })).statusCode).toBe(404)
    expect((await request('POST', `/order/${id}/cancel`, { cookies })).statusCode).toBe(404)
    expect((await request('POST', `/order/admin/${id}/move`, { cookies, body: { to: 'Confirmed' } })).statusCode).toBe(403)
    expect((await request('GET', `/order/admin/${id}`)).statusCode).toBe(401)
  })

  test('the database has the transitions of the contract, also when it had others before', async () => {
    const expected = orderStatuses.flatMap((from) => transitions[from].map(({ to }) => ({ from_status: from, to_status: to })))
    const readTransitions = () => database.selectFrom('order_transitions').selectAll().execute()
    expect(new Set(await readTransitions())).toEqual(new Set(expected))
    await database.deleteFrom('order_transitions').where('from_status', '=', 'Placed').execute()
    await database.insertInto('order_transitions').values({ from_status: 'Cancelled', to_status: 'Placed' }).execute()
    await syncOrderTransitions({ database })
    expect(new Set(await readTransitions())).toEqual(new Set(expected))
  })

  test('the database rejects a transition that the contract does not have', async () => {
    const { id } = await placeCod()
    await expect(database.updateTable('orders').set({ status: 'Delivered' }).where('id', '=', id).execute()).rejects.toThrow(
      'cannot go from Placed to Delivered',
    )
  })
})

describe('tracking', () => {
  const track = (body: object) => request('POST', '/order/track', { body })

  test('by number and phone in any notation, without name or street', async () => {
    const { number } = await placeCod()
    const reply = await track({ number: ` ${number.toLowerCase().replace('-', ' ')} `, phone: '+91 98765 43210' })
    expect(reply.json()).toMatchObject({ number, orderStatus: 'Placed', city: 'Bengaluru', events: [{ event: 'Placed' }] })
    expect(reply.json().products, 'the screen links to the product').toMatchObject([{ _id: expect.stringMatching(/^[\da-f-]{36}$/) }])
    expect(reply.body).not.toMatch(/Asha|Lake Road|asha@/)
  })

  test('by the signed link', async () => {
    const { id, number } = await placeCod()
    const token = createTrackingLinks({ key: trackingKey }).create({ orderId: id, purpose: 'track', revision: 0 })
    expect((await track({ token })).json()).toMatchObject({ number })
    for (const other of [`${id}.forged`, `${token}.x`, `${token}.`])
      expect([other, (await track({ token: other })).statusCode]).toEqual([other, 404])
  })

  test.each([
    ['none', '-'],
    ['-', '-'],
    ['12345', '12345'],
  ])('an order with the phone "%s" is not tracked by "%s"', async (stored, phone) => {
    const { id, number } = await placeCod()
    await sql`update orders set delivery_address = delivery_address || ${JSON.stringify({ phone: stored })}::jsonb where id = ${id}`.execute(
      database,
    )
    expect((await track({ number, phone })).statusCode).toBe(404)
  })

  test('an unknown number and a wrong phone have the same answer', async () => {
    const { number } = await placeCod()
    const replies = [
      await track({ number, phone: '9000000000' }),
      await track({ number: 'AAAA-AAAA', phone: address.phone }),
      await track({ number }),
      await track({}),
    ]
    expect(new Set(replies.map((reply) => `${reply.statusCode} ${reply.body}`)).size).toBe(1)
    expect(replies[0]?.json()).toMatchObject({ error: 'No order found for this number and phone.' })
  })
})

describe('notifications', () => {
  test('list the events of my orders and count the unread ones', async () => {
    const { id, number, cookies } = await placeCod()
    await transition(id, 'Confirmed')
    const readNotifications = async () => (await request('GET', '/users/notifications', { cookies })).json()
    expect(await readNotifications()).toMatchObject({
      unread: 2,
      notifications: [{ number, event: 'Confirmed', unread: true }, { event: 'Placed' }],
    })
    await request('POST', '/users/notifications/read', { cookies })
    expect(await readNotifications()).toMatchObject({ unread: 0 })
  })
})
