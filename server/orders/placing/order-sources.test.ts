import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import { createIp, createOrderAttempts, createPhone } from '#testing/order-attempts.ts'
import { readCookies } from '#testing/shoppers.ts'
import { startShop } from '#testing/start-shop.ts'

const shop = await startShop({ environment: { LIMITS_FACTOR: '1', TRUST_PROXY: '1' } })
const { request, database, admin } = shop
const { place, placed, statusOf } = createOrderAttempts(shop)
const asAdmin = (path: string, body: object) => request('POST', path, { cookies: admin.cookies, body })
const readFlags = async ({ _id }: Order) => (await request('GET', `/order/admin/${_id}`, { cookies: admin.cookies })).json().flags

describe('the third order that is not confirmed is flagged', () => {
  test('of one device', async () => {
    const first = await place()
    const { device = '' } = readCookies(first)
    expect(device).not.toBe('')
    const flags = []
    for (let turn = 0; turn < 3; turn += 1) flags.push(await readFlags(await placed({ cookies: { device } })))
    expect(flags).toEqual([[], [], ['open orders']])
  })

  test('of one mailbox, in any spelling', async () => {
    const flags = []
    for (const email of ['asha.r@gmail.com', 'ashar+a@gmail.com', 'AshaR@googlemail.com'])
      flags.push(await readFlags(await placed({ email })))
    expect(flags).toEqual([[], [], ['open orders']])
  })

  test('of one phone, when they are placed at once', async () => {
    const phone = createPhone()
    const orders = await Promise.all(Array.from({ length: 4 }, () => placed({ phone })))
    const flags = await Promise.all(orders.map(readFlags))
    expect(flags.filter(([flag]) => flag === 'open orders')).toHaveLength(2)
  })
})

describe('an IPv4 address is not a person', () => {
  test('fifty buyers behind one address order without a question', async () => {
    const ip = createIp()
    const orders = await Promise.all(Array.from({ length: 50 }, () => place({ ip })))
    expect(new Set(orders.map(({ statusCode }) => statusCode))).toEqual(new Set([201]))
    const flagged = await database
      .selectFrom('orders')
      .select('number')
      .where(
        'id',
        'in',
        orders.map((reply) => reply.json().order._id),
      )
      .where(sql<boolean>`flags <> '{}'`)
      .execute()
    expect(flagged).toEqual([])
  })

  test('it has ten times the limits of a person', async () => {
    const ip = createIp()
    const statuses = []
    for (let turn = 0; turn < 21; turn += 1) statuses.push(await statusOf({ ip, quantity: 25 }))
    expect(statuses).toEqual([...Array(20).fill(201), 429])
  })

  test('a phone that has received a parcel does not count, and orders behind a used up address', async () => {
    const [ip, phone] = [createIp(), createPhone()]
    const received = await placed({ phone })
    for (const to of ['Confirmed', 'Packed', 'Shipped', 'Delivered']) await asAdmin(`/order/admin/${received._id}/move`, { to })
    const known = await placed({ ip, phone, quantity: 25 })
    for (let turn = 0; turn < 20; turn += 1) expect(await statusOf({ ip, quantity: 25 })).toBe(201)
    // Ending the known order makes no room at the address.
    await asAdmin(`/order/admin/${known._id}/move`, { to: 'Cancelled' })
    expect([await statusOf({ ip, quantity: 25 }), await statusOf({ ip, phone, quantity: 20 })]).toEqual([429, 201])
  })
})

test('what is stored of a source does not reveal it', async () => {
  const order = await placed({ phone: '9000000003', ip: '203.0.113.4', email: 'secret@example.com' })
  const { keys } = await database.selectFrom('order_sources').select('keys').where('order_id', '=', order._id).executeTakeFirstOrThrow()
  expect(keys.map((key) => key.length)).toEqual([32, 32, 32])
})
