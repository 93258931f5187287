import { randomInt } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { startProvider } from '#testing/card-checkout.ts'
import { address, createTestProduct } from '#testing/factories.ts'
import { signInShopper } from '#testing/shoppers.ts'
import { createTestApp } from '#testing/test-app.ts'

const provider = await startProvider()
afterAll(() => provider.close())
const { gateways } = provider
const { request, database } = await createTestApp({ gateways, environment: { LIMITS_FACTOR: '1', TRUST_PROXY: '1', HOLD_MAX_ITEMS: '10' } })

const createIp = () => Array.from({ length: 4 }, () => randomInt(1, 255)).join('.')

/** A shopper with an address, from an IP address of their own unless it is given. */
async function createShopper({ ip = createIp() }: { ip?: string } = {}) {
  const signInFromIp: typeof request = (method, path, more) =>
    request(method, path, { ...more, headers: { 'x-forwarded-for': createIp() } })
  const { cookies, _id: userId } = await signInShopper({ request: signInFromIp })
  await request('POST', '/cart/', { cookies, body: address })
  let amount = 0
  const fillCart = async (quantity: number) => {
    const tee = await createTestProduct({ database, price: 500, stock: 100 })
    await request('POST', '/cart/add', { cookies, body: { product: tee.id, size: 'M', quantity } })
    amount += 500 * quantity
    return tee
  }
  const open = () => request('POST', '/order/create-order', { cookies, headers: { 'x-forwarded-for': ip }, body: { amount } })
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
        'A card payment can reserve up to 10 items at a time. Please pay for fewer items at once, choose cash on delivery, or write to us.',
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

test('many accounts behind one IPv6 network hold at most 100 items; a forged X-Forwarded-For changes nothing', async () => {
  const shoppers = await Promise.all(
    Array.from({ length: 14 }, (_, index) => createShopper({ ip: `${createIp()}, 2001:db8:5:5::${index.toString(16)}` })),
  )
  for (const { fillCart } of shoppers) await fillCart(9)
  const replies = await Promise.all(shoppers.map(({ open }) => open()))
  expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(11)
  expect(replies.find(({ statusCode }) => statusCode === 429)?.json().error).toBe(
    'Too many card payments are open on your internet connection. Please try again in 15 minutes, choose cash on delivery, or write to us.',
  )
  const other = await createShopper()
  await other.fillCart(9)
  expect((await other.open()).statusCode).toBe(200)
})

test('LIMITS_FACTOR multiplies the limit of an IP address, not that of an account', async () => {
  const shop = await createTestApp({ gateways, environment: { LIMITS_FACTOR: '0.1', HOLD_MAX_CHECKOUTS: '1', HOLD_MAX_ITEMS: '2' } })
  const open = async (quantity: number) => {
    const { cookies } = await signInShopper(shop)
    const tee = await createTestProduct({ database: shop.database, price: 500 })
    await shop.request('POST', '/cart/add', { cookies, body: { product: tee.id, size: 'M', quantity } })
    await shop.request('POST', '/cart/', { cookies, body: address })
    return (await shop.request('POST', '/order/create-order', { cookies, body: { amount: 500 * quantity } })).statusCode
  }
  expect([await open(3), await open(2), await open(1)]).toEqual([429, 200, 429])
})
