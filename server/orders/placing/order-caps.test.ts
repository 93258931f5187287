import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { paise } from '#contract/kernel/money.ts'
import type { Order } from '#contract/orders/orders.ts'
import { startProvider } from '#testing/card-checkout.ts'
import { address, buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { createIp, createOrderAttempts, createPhone } from '#testing/order-attempts.ts'
import { signInShopper } from '#testing/shoppers.ts'
import { startShop } from '#testing/start-shop.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createConfirmationLinks } from '../order/order-links.ts'

const provider = await startProvider()
const shop = await startShop({ environment: { LIMITS_FACTOR: '1', TRUST_PROXY: '1' } })
const { request, database, admin } = shop

const { place, placed, statusOf } = createOrderAttempts(shop)
const asAdmin = (path: string, body: object) => request('POST', path, { cookies: admin.cookies, body })

describe('one order that is paid on delivery', () => {
  const words = 'Cash on delivery is limited to 30 items and ₹50,000 per order. Please order less at once'

  test.each([
    ['30 items', { quantity: 30 }, 201],
    ['31 items', { quantity: 31 }, 409],
    ['₹50,000', { quantity: 10, price: 5_000 }, 201],
    ['more than ₹50,000', { quantity: 10, price: 5_000.1 }, 409],
  ])('%s', async (_, attempt, status) => {
    const reply = await place(attempt)
    expect(reply.statusCode).toBe(status)
    if (status === 409) expect(reply.json()).toMatchObject({ code: 'cod_order_too_large', error: `${words}, or write to us.` })
  })

  test('of many products counts all of them, also in a cart', async () => {
    const products = await Promise.all(Array.from({ length: 31 }, () => createTestProduct({ database, price: 10 })))
    const body = buildGuestOrder(products)
    expect((await request('POST', '/guest/cashondelivery', { body })).json().code).toBe('cod_order_too_large')
    const { cookies } = await signInShopper({ request })
    const lines = products.map(({ id, name, price }) => ({ product: id, name, price, size: 'M', quantity: 1 }))
    await request('POST', '/cart/merge', { cookies, body: { lines } })
    const reply = await request('POST', '/cod/cashondelivery', { cookies, body: address })
    expect([reply.statusCode, reply.json().code]).toEqual([409, 'cod_order_too_large'])
    expect((await request('GET', '/cart', { cookies })).json().cart).toHaveLength(31)
  })

  test('online payment is offered when it is on', async () => {
    const app = await createTestApp({ gateways: provider.gateways })
    expect((await place({ app, quantity: 31 })).json().error).toBe(`${words}, pay online, or write to us.`)
  })

  test('the limits are settings, which LIMITS_FACTOR does not multiply', async () => {
    const app = await createTestApp({ environment: { COD_ORDER_MAX_ITEMS: '2', LIMITS_FACTOR: '9' } })
    expect([await statusOf({ app, quantity: 2 }), await statusOf({ app, quantity: 3 })]).toEqual([201, 409])
  })
})

describe('orders of one source that are not confirmed', () => {
  const device = { cookies: { device: 'the token of one browser' } }

  test.each([
    ['phone', { phone: '9000000001' }, { phone: '9000000001' }],
    ['e-mail', { email: 'meera@example.com' }, { email: 'Meera@Example.com' }],
    ['device', device, device],
    ['IPv6 network', { ip: '2001:db8:1:2::1' }, { ip: '2001:db8:1:2:ffff::9' }],
  ])('have at most 50 items of one %s', async (_, first, second) => {
    expect([await statusOf({ ...first, quantity: 30 }), await statusOf({ ...first, quantity: 20 })]).toEqual([201, 201])
    const reply = await place(second)
    expect([reply.statusCode, reply.json()]).toMatchObject([
      429,
      {
        code: 'cod_limit_reached',
        error:
          'Too many cash on delivery orders with your phone, email or internet connection are not confirmed yet. Please try again tomorrow, or write to us.',
      },
    ])
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(23 * 3_600)
    expect(await statusOf({})).toBe(201)
  })

  test('cost at most ₹1,00,000', async () => {
    const phone = createPhone()
    const statuses = [await statusOf({ phone, price: 50_000 }), await statusOf({ phone, price: 50_000 }), await statusOf({ phone })]
    expect(statuses).toEqual([201, 201, 429])
  })

  test('an order that is rejected does not count', async () => {
    const phone = createPhone()
    expect([await statusOf({ phone, quantity: 31 }), await statusOf({ phone, quantity: 30 })]).toEqual([409, 201])
    expect([await statusOf({ phone, quantity: 21 }), await statusOf({ phone, quantity: 20 })]).toEqual([429, 201])
  })

  test('a confirmed or cancelled order no longer counts; one whose confirmation is undone counts again', async () => {
    const phone = createPhone()
    const [first, second] = [await placed({ phone, quantity: 25 }), await placed({ phone, quantity: 25 })]
    expect(await statusOf({ phone })).toBe(429)
    const { version } = (await asAdmin(`/order/admin/${first._id}/move`, { to: 'Confirmed' })).json().order
    expect(await statusOf({ phone, quantity: 20 })).toBe(201)
    await asAdmin(`/order/admin/${second._id}/move`, { to: 'Cancelled' })
    expect(await statusOf({ phone, quantity: 5 })).toBe(201)
    const undone = await asAdmin(`/order/admin/${first._id}/undo`, { version })
    expect(undone.statusCode).toBe(200)
    expect(await statusOf({ phone })).toBe(429)
  })

  test('an order counts for a day', async () => {
    const phone = createPhone()
    await place({ phone, quantity: 30 })
    await place({ phone, quantity: 20 })
    await sql`update unconfirmed_sums set hour = hour - interval '24 hours'`.execute(database)
    expect(await statusOf({ phone })).toBe(429)
    await sql`update unconfirmed_sums set hour = hour - interval '1 hour'`.execute(database)
    expect(await statusOf({ phone })).toBe(201)
  })

  test('orders of different products at the same moment count each other', async () => {
    const phone = createPhone()
    const statuses = await Promise.all(Array.from({ length: 10 }, () => statusOf({ phone, quantity: 25 })))
    expect(statuses.filter((status) => status === 201)).toHaveLength(2)
  })

  test('a repeated request gets its first answer and counts once', async () => {
    const tee = await createTestProduct({ database, stock: 500 })
    const order = (quantity: number, key: string) =>
      request('POST', '/guest/cashondelivery', {
        body: { ...buildGuestOrder([{ ...tee, quantity }]), deliveryAddress: { ...address, phone: '9000000002' } },
        headers: { 'idempotency-key': key, 'x-forwarded-for': '203.0.113.2' },
      })
    const key = randomUUID()
    const replies = await Promise.all(Array.from({ length: 4 }, () => order(30, key)))
    expect(new Set(replies.map((reply) => reply.body)).size).toBe(1)
    expect(replies[0]?.statusCode).toBe(201)
    expect((await order(20, randomUUID())).statusCode).toBe(201)
    expect((await order(30, key)).body).toBe(replies[0]?.body)
    expect((await order(1, randomUUID())).statusCode).toBe(429)
  })

  test('requests with one key make no room for each other', async () => {
    const phone = createPhone()
    await place({ phone, quantity: 30 })
    const headers = { 'idempotency-key': randomUUID() }
    const attempts = [
      ...Array(5).fill({ phone, quantity: 1 }),
      ...Array(5).fill({ quantity: 30 }),
      ...Array(3).fill({ phone, quantity: 30 }),
    ]
    const replies = await Promise.all(attempts.map((attempt) => place({ ...attempt, headers })))
    expect(replies.slice(10).map(({ statusCode }) => statusCode)).not.toContain(201)
  })

  test('count orders of carts, too', async () => {
    const { cookies } = await signInShopper({ request })
    const phone = createPhone()
    const order = async (quantity: number) => {
      const tee = await createTestProduct({ database, stock: 500 })
      await request('POST', '/cart/add', { cookies, body: { product: tee.id, size: 'M', quantity } })
      return (await request('POST', '/cod/cashondelivery', { cookies, body: { ...address, phone, email: `${phone}@example.com` } }))
        .statusCode
    }
    expect([await order(30), await statusOf({ phone, quantity: 20 }), await order(1)]).toEqual([201, 201, 429])
  })

  test('LIMITS_FACTOR multiplies the limits of a day', async () => {
    const app = await createTestApp({ environment: { LIMITS_FACTOR: '2', COD_DAILY_MAX_ITEMS: '3' } })
    const phone = createPhone()
    const statuses = [
      await statusOf({ app, phone, quantity: 3 }),
      await statusOf({ app, phone, quantity: 3 }),
      await statusOf({ app, phone }),
    ]
    expect(statuses).toEqual([201, 201, 429])
  })
})

describe('all orders of one source in a day', () => {
  /** Confirms by the link in the mail. */
  const confirm = async ({ _id }: Order) => {
    const token = createConfirmationLinks({ key: shop.trackingKey }).create(_id).split('/o/')[1]
    expect((await request('POST', '/order/confirmation', { body: { token, isAccepted: true } })).statusCode).toBe(200)
  }

  test('have at most 100 items, also when their links confirm them', async () => {
    const phone = createPhone()
    const orders = [await placed({ phone, quantity: 30 }), await placed({ phone, quantity: 20 })]
    for (const order of orders) await confirm(order)
    const more = [await placed({ phone, quantity: 30 }), await placed({ phone, quantity: 20 })]
    for (const order of more) await confirm(order)
    const reply = await place({ phone })
    expect([reply.statusCode, reply.json()]).toMatchObject([
      429,
      {
        code: 'cod_placed_limit_reached',
        error:
          'Too many cash on delivery orders were placed with your account, phone, email or internet connection today. Please try again tomorrow, or write to us.',
      },
    ])
  })

  test('have at most 100 items, also when they are cancelled', async () => {
    const { cookies } = await signInShopper({ request })
    const tee = await createTestProduct({ database, stock: 1_000, price: 10 })
    const order = async () => {
      await request('POST', '/cart/add', { cookies, body: { product: tee.id, size: 'M', quantity: 25 } })
      const body = { ...address, phone: createPhone(), email: `${randomUUID()}@example.com` }
      return request('POST', '/cod/cashondelivery', { cookies, body, headers: { 'x-forwarded-for': createIp() } })
    }
    for (let turn = 0; turn < 4; turn += 1) {
      const { _id } = (await order()).json<{ order: Order }>().order
      expect((await request('POST', `/order/${_id}/cancel`, { cookies })).statusCode).toBe(200)
    }
    expect((await order()).json().code).toBe('cod_placed_limit_reached')
  })

  test('no longer count when the shop confirms them, or they are paid', async () => {
    const phone = createPhone()
    for (let turn = 0; turn < 4; turn += 1) {
      const order = await placed({ phone, quantity: 25 })
      if (turn === 3) {
        await database
          .updateTable('orders')
          .set({ paid_paise: paise(1), confirmed_by_link: true, status: 'Confirmed' })
          .where('id', '=', order._id)
          .execute()
      } else await asAdmin(`/order/admin/${order._id}/move`, { to: 'Confirmed' })
    }
    expect(await statusOf({ phone, quantity: 30 })).toBe(201)
  })

  test('of one network have five times the limits of an address', async () => {
    const statuses = []
    for (let turn = 0; turn < 11; turn += 1) statuses.push(await statusOf({ ip: `2001:db8:7:${turn}::1`, quantity: 25 }))
    expect(statuses).toEqual([...Array(10).fill(201), 429])
    expect(await statusOf({ ip: '2001:db8:8::1' })).toBe(201)
  })
})
