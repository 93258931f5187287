import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { address, createTestProduct } from '#testing/factories.ts'
import { signInShopper } from '#testing/shoppers.ts'
import { startPayingApp } from '#testing/start-shop.ts'
import { createTestApp } from '#testing/test-app.ts'

const { gateways, request, database } = await startPayingApp({
  environment: { LIMITS_FACTOR: '1', TRUST_PROXY: '1', HOLD_MAX_ITEMS: '10', HOLD_IP_MAX_ITEMS: '40' },
})

const createIp = () => Array.from({ length: 4 }, () => randomInt(1, 255)).join('.')

/** A shopper with an address, from an IP address of their own unless it is given. */
async function createShopper({ ip = createIp(), device }: { ip?: string; device?: string } = {}) {
  const signInFromIp: typeof request = (method, path, more) =>
    request(method, path, { ...more, headers: { 'x-forwarded-for': createIp() } })
  const { cookies, _id: userId } = await signInShopper({ request: signInFromIp })
  await request('POST', '/cart/', { cookies, body: { ...address, email: `${userId}@example.com` } })
  let amount = 0
  const fillCart = async (quantity: number) => {
    const tee = await createTestProduct({ database, price: 500, stock: 100 })
    await request('POST', '/cart/add', { cookies, body: { product: tee.id, size: 'M', quantity } })
    amount += 500 * quantity
    return tee
  }
  const open = () =>
    request('POST', '/order/create-order', {
      cookies: device === undefined ? cookies : { ...cookies, device },
      headers: { 'x-forwarded-for': ip },
      body: { amount },
    })
  return { userId, cookies, fillCart, open }
}

const readStock = async ({ id }: { id: string }) =>
  (await database.selectFrom('products').select('stock').where('id', '=', id).executeTakeFirstOrThrow()).stock

test('a card checkout of more than 10 items is rejected and holds nothing', async () => {
  const { fillCart, open } = await createShopper()
  const tee = await fillCart(10)
  expect([(await open()).statusCode, await readStock(tee)]).toEqual([200, 90])
  const other = await fillCart(1)
  const reply = await open()
  expect([reply.statusCode, reply.headers['retry-after'], reply.json()]).toMatchObject([
    429,
    '900',
    {
      code: 'hold_limit_reached',
      error:
        'An online payment can reserve up to 10 items at a time. Please pay for fewer items at once, choose cash on delivery, or write to us.',
    },
  ])
  // The checkout before is still open.
  expect([await readStock(tee), await readStock(other)]).toEqual([90, 100])
})

test('a checkout that is repeated or replaced counts once', async () => {
  const { fillCart, open } = await createShopper()
  await fillCart(6)
  const [first, second] = [await open(), await open()]
  expect([first.statusCode, second.body]).toEqual([200, first.body])
  const both = await Promise.all([open(), open()])
  expect(both.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  await fillCart(4)
  expect((await open()).statusCode).toBe(200)
})

test('an account has at most 3 checkouts that hold stock', async () => {
  const { userId, fillCart, open } = await createShopper()
  await fillCart(1)
  for (let turn = 0; turn < 3; turn += 1) {
    expect((await open()).statusCode).toBe(200)
    // An authorized payment is not replaced by the next checkout.
    await database
      .updateTable('payments')
      .set({ status: 'authorized', fingerprint: `${turn}` })
      .where('user_id', '=', userId)
      .execute()
  }
  expect((await open()).json().code).toBe('hold_limit_reached')
  await database.updateTable('payments').set({ hold_released_at: new Date() }).where('user_id', '=', userId).execute()
  expect((await open()).statusCode).toBe(200)
})

/** Opens a checkout of 9 items with an account for each address, and returns how many succeed. */
async function openFrom(ips: readonly string[]) {
  const shoppers = await Promise.all(ips.map((ip) => createShopper({ ip })))
  for (const { fillCart } of shoppers) await fillCart(9)
  const replies = await Promise.all(shoppers.map(({ open }) => open()))
  const refused = replies.filter(({ statusCode }) => statusCode === 429)
  expect(new Set(refused.map((reply) => reply.json().error))).toEqual(
    new Set([
      'Too many online payments are open on your internet connection. Please try again in 15 minutes, choose cash on delivery, or write to us.',
    ]),
  )
  return ips.length - refused.length
}

test('many accounts of one IPv6 /64 hold at most 40 items; a forged X-Forwarded-For changes nothing', async () => {
  const ips = Array.from({ length: 6 }, (_, index) => `${createIp()}, 2001:db8:5:5::${index.toString(16)}`)
  expect(await openFrom(ips)).toBe(4)
  const other = await createShopper()
  await other.fillCart(9)
  expect((await other.open()).statusCode).toBe(200)
})

test('many accounts of one IPv6 /48 hold at most five times as much', async () => {
  expect(await openFrom(Array.from({ length: 24 }, (_, index) => `2001:db8:6:${index.toString(16)}::1`))).toBe(22)
})

test('many accounts of one browser hold at most as much as one account', async () => {
  const shoppers = await Promise.all([5, 5, 1].map(() => createShopper({ device: 'the token of one browser' })))
  for (const [index, { fillCart }] of shoppers.entries()) await fillCart([5, 5, 1][index] ?? 0)
  const statuses = []
  for (const { open } of shoppers) statuses.push((await open()).statusCode)
  expect(statuses).toEqual([200, 200, 429])
})

test('LIMITS_FACTOR multiplies the limit of an IP address, not that of an account', async () => {
  const shop = await createTestApp({
    gateways,
    environment: { LIMITS_FACTOR: '0.1', HOLD_MAX_CHECKOUTS: '1', HOLD_MAX_ITEMS: '2', HOLD_IP_MAX_ITEMS: '20' },
  })
  const open = async (quantity: number) => {
    const { cookies } = await signInShopper(shop)
    const tee = await createTestProduct({ database: shop.database, price: 500 })
    await shop.request('POST', '/cart/add', { cookies, body: { product: tee.id, size: 'M', quantity } })
    await shop.request('POST', '/cart/', { cookies, body: address })
    return (await shop.request('POST', '/order/create-order', { cookies, body: { amount: 500 * quantity } })).statusCode
  }
  expect([await open(3), await open(2), await open(1)]).toEqual([429, 200, 429])
})
