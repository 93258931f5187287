import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import { address, buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { collectMails } from '#testing/send-mails.ts'
import { signInShopper } from '#testing/shoppers.ts'
import { startShop } from '#testing/start-shop.ts'

const caps = Object.fromEntries(
  ['COD_DAILY_MAX_ITEMS', 'COD_DAILY_MAX_RUPEES', 'COD_DAILY_MAX_PLACED_ITEMS', 'COD_DAILY_MAX_PLACED_RUPEES'].map((name) => [
    name,
    '9999999',
  ]),
)
const shop = await startShop({ environment: { LIMITS_FACTOR: '1', TRUST_PROXY: '1', ...caps } })
const { request, database, admin } = shop
const tee = await createTestProduct({ database, stock: 10_000 })

beforeEach(async () => {
  await sql`truncate outbox_mails, limited_mails, limits`.execute(database)
})

const createEmail = () => `stranger-${randomUUID()}@example.com`
const createPhone = (index: number) => String(6_000_000_000 + index)

let persons = 0

interface Attempt {
  readonly ip: string
  readonly cookies?: Record<string, string>
  readonly index?: number
}

/** A guest order with the email address of a stranger. */
async function placeAsGuest({ ip, cookies = {}, index = 1_000_000 + persons++ }: Attempt): Promise<Order> {
  const deliveryAddress = { ...address, email: createEmail(), phone: createPhone(index) }
  const body = { ...buildGuestOrder([tee]), deliveryAddress }
  return (await request('POST', '/guest/cashondelivery', { body, cookies, headers: { 'x-forwarded-for': ip } })).json().order
}

/** Sends what is due, once a minute until nothing more is sent. */
async function countMails(): Promise<number> {
  return (await collectMails(shop)).length
}

const age = async (hours: number) => {
  await sql`update limited_mails set handled_at = handled_at - make_interval(hours => ${hours})`.execute(database)
  await sql`update outbox_mails set due_at = now() where state = 'waiting'`.execute(database)
}

test('the orders of one IPv6 line mail at most 10 strangers an hour and 30 a day', async () => {
  for (let turn = 0; turn < 40; turn += 1) await placeAsGuest({ ip: '2001:db8:7:1::1' })
  await placeAsGuest({ ip: '2001:db8:8:1::1' })
  expect(await countMails()).toBe(11)
  const perHour = []
  for (let hour = 0; hour < 4; hour += 1) {
    await age(1)
    perHour.push(await countMails())
  }
  expect(perHour).toEqual([10, 10, 0, 0])
  const skipped = await database.selectFrom('outbox_mails').select('skip_reason').where('state', '=', 'skipped').execute()
  expect(skipped).toEqual(Array(10).fill({ skip_reason: 'daily limit' }))
})

test('the orders of one IPv4 address, which is no person, mail ten times as many', async () => {
  for (let turn = 0; turn < 105; turn += 1) await placeAsGuest({ ip: '203.0.113.1' })
  expect(await countMails()).toBe(100)
})

test('who has received an order mails strangers by account and browser, and does not use up the mails of an IP address', async () => {
  const ip = '2001:db8:9:1::1'
  const { cookies } = await signInShopper({ request })
  const placeKnown = async (): Promise<Order> => {
    await request('POST', '/cart/add', { cookies, body: { product: tee.id, size: 'M', quantity: 1 } })
    const body = { ...address, email: createEmail(), phone: createPhone(2_000_000 + persons++) }
    return (await request('POST', '/cod/cashondelivery', { cookies, body, headers: { 'x-forwarded-for': ip } })).json().order
  }
  const received = await placeKnown()
  for (const to of ['Confirmed', 'Packed', 'Shipped', 'Delivered'])
    await request('POST', `/order/admin/${received._id}/move`, { cookies: admin.cookies, body: { to } })
  await sql`truncate outbox_mails, limited_mails`.execute(database)
  for (let turn = 0; turn < 12; turn += 1) await placeKnown()
  expect(await countMails()).toBe(10)
  await placeAsGuest({ ip })
  expect(await countMails()).toBe(1)
})

test('the orders of one browser mail at most 10 strangers an hour', async () => {
  const cookies = { device: 'the token of one browser' }
  for (let index = 0; index < 15; index += 1) await placeAsGuest({ ip: `10.${index}.0.1`, cookies })
  expect(await countMails()).toBe(10)
})

test('the orders of one IPv6 /48 mail at most 50 strangers an hour', async () => {
  for (let index = 0; index < 60; index += 1) await placeAsGuest({ ip: `2001:db8:1:${index.toString(16)}::1` })
  expect(await countMails()).toBe(50)
})

test('a shopper who orders, waits for the mail and cancels mails at most 10 strangers an hour', async () => {
  const { cookies } = await signInShopper({ request })
  let sent = 0
  for (let index = 0; index < 20; index += 1) {
    await request('POST', '/cart/add', { cookies, body: { product: tee.id, size: 'M', quantity: 1 } })
    const body = { ...address, email: createEmail(), phone: createPhone(index) }
    const { order } = (
      await request('POST', '/cod/cashondelivery', { cookies, body, headers: { 'x-forwarded-for': `10.${index}.0.2` } })
    ).json()
    sent += await countMails()
    await request('POST', `/order/${order._id}/cancel`, { cookies })
    sent += await countMails()
  }
  expect(sent).toBe(10)
})

test('mails that an administrator causes do not count', async () => {
  const orders = []
  for (let turn = 0; turn < 12; turn += 1) orders.push(await placeAsGuest({ ip: '2001:db8:6:1::1' }))
  expect(await countMails()).toBe(10)
  for (const { _id } of orders)
    for (const to of ['Confirmed', 'Packed', 'Shipped'])
      await request('POST', `/order/admin/${_id}/move`, { cookies: admin.cookies, body: { to } })
  await sql`update outbox_mails set due_at = now() where state = 'waiting' and order_event_id in (select id from order_events where event = 'Shipped')`.execute(
    database,
  )
  expect(await countMails()).toBe(12)
})
