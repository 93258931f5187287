import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CallName } from '#contract/calls.ts'
import { startProvider } from '#testing/card-checkout.ts'
import { listQueries } from '#testing/count-queries.ts'
import { address, makeProduct, writeGuestOrder } from '#testing/factories.ts'
import { signInAdministrator, signInShopper } from '#testing/shoppers.ts'
import { createTestApp } from '#testing/test-app.ts'
import { workPayments } from '../payments/run-payment-maintenance.ts'

const provider = await startProvider()
afterAll(() => provider.close())

const many = 20

/** A shop in which there is one of everything, or many: products, lines of a cart, orders and their lines, messages. */
async function fillShop(count: number) {
  const { ask, database } = await createTestApp({ gateway: provider.gateway })
  const shopper = await signInShopper({ ask })
  const administrator = await signInAdministrator({ ask, database })
  const each = Array.from({ length: count }, (_, index) => index)
  const pieces: Awaited<ReturnType<typeof makeProduct>>[] = []
  for (const index of each) pieces.push(await makeProduct({ database, name: `Counted tee ${index}`, stock: 500 }))
  const [first] = pieces
  if (!first) throw new Error('No product was made.')
  await ask('POST', '/cart/', { cookies: shopper.cookies, body: address })
  const fillCart = async () => {
    const lines = pieces.map(({ id, name, price }) => ({ product: id, name, price, size: 'M', quantity: 1 }))
    await ask('POST', '/cart/merge', { cookies: shopper.cookies, body: { lines } })
  }
  const total = first.price * count
  const openCard = () => ask('POST', '/order/create-order', { cookies: shopper.cookies, body: { amount: total } })
  const payCard = async () => {
    const { id } = (await openCard()).json()
    const { browser } = await provider.pull<{ browser: { response: object } }>('payments', { order_id: id })
    return () => ask('POST', '/order/verify-payment', { cookies: shopper.cookies, body: browser.response })
  }
  for (const _ of each) {
    await fillCart()
    await ask('POST', '/cod/cashondelivery', { cookies: shopper.cookies, body: address })
    await fillCart()
    await (await payCard())()
    await ask('POST', `/products/${first.id}/stock`, {
      cookies: administrator.cookies,
      body: { change: 1, cause: 'correction', note: 'x' },
    })
    await signInShopper({ ask })
  }
  await workPayments({ database, gateway: provider.gateway })
  await fillCart()
  const order = (await ask('GET', '/order/getorder', { cookies: shopper.cookies })).json().orders[0]
  return { ask, shopper, administrator, pieces, first, total, order, openCard, payCard, fillCart }
}

type Filled = Awaited<ReturnType<typeof fillShop>>

let one: Filled
let twenty: Filled
beforeAll(async () => {
  one = await fillShop(1)
  twenty = await fillShop(many)
}, 120_000)

const asShopper =
  (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: (shop: Filled) => string, body?: (shop: Filled) => object) => (shop: Filled) =>
    shop.ask(method, path(shop), { cookies: shop.shopper.cookies, ...(body && { body: body(shop) }) })
const asAdministrator = (path: (shop: Filled) => string) => (shop: Filled) =>
  shop.ask('GET', path(shop), { cookies: shop.administrator.cookies })

/** Every call whose answer, or whose work, grows with what the shop holds. */
const calls: Partial<Record<CallName, (shop: Filled) => PromiseLike<{ statusCode: number }>>> = {
  getAllProducts: (shop) => shop.ask('GET', `/products/getAll?page=1&limit=${many}`),
  getAdminProducts: asAdministrator(() => '/products/admin?page=1'),
  getStockMovements: asAdministrator(({ first }) => `/products/${first.id}/stock`),
  getUsers: asAdministrator(() => '/users/getUsers?page=1'),
  getCart: asShopper('GET', () => '/cart'),
  changeCartLine: asShopper(
    'PATCH',
    ({ first }) => `/cart/${first.id}`,
    () => ({ quantity: 1, size: 'M' }),
  ),
  mergeCart: asShopper(
    'POST',
    () => '/cart/merge',
    ({ pieces }) => ({ lines: pieces.map(({ id, price }) => ({ product: id, price, size: 'L', quantity: 1 })) }),
  ),
  getCodOrders: asShopper('GET', () => '/cod/codOrder'),
  getCardOrders: asShopper('GET', () => '/order/getorder'),
  getOrder: asShopper('GET', ({ order }) => `/order/${order._id}`),
  getNotifications: asShopper('GET', () => '/users/notifications'),
  getAdminOrders: asAdministrator(() => '/cod/adminOrder?page=1'),
  getAdminOrder: asAdministrator(({ order }) => `/order/admin/${order._id}`),
  getOrderPayment: asAdministrator(({ order }) => `/order/admin/${order._id}/payment`),
  getDailyOrders: asAdministrator(() => '/order/admin/daily'),
  getPaymentDiscrepancies: asAdministrator(() => '/payments/mismatches'),
  trackOrder: (shop) => shop.ask('POST', '/order/track', { body: { number: shop.order.number, phone: address.phone } }),
  placeGuestOrder: (shop) =>
    shop.ask('POST', '/guest/cashondelivery', { body: writeGuestOrder(shop.pieces), headers: { 'idempotency-key': randomUUID() } }),
}

/** The number of parameters differs, the number of statements must not. */
const countQueries = async (work: () => Promise<unknown>) => (await listQueries(work)).length

describe('as many questions for one as for twenty', () => {
  test.each(Object.keys(calls) as CallName[])('%s', async (name) => {
    const call = calls[name]
    const counts: number[] = []
    for (const shop of [one, twenty])
      counts.push(
        await countQueries(async () => {
          expect([200, 201]).toContain((await call?.(shop))?.statusCode)
        }),
      )
    expect(counts[1]).toBe(counts[0])
    expect(counts[0]).toBeGreaterThan(0)
  })

  test('a card payment, opened, verified and settled', async () => {
    const counts: number[] = []
    for (const shop of [one, twenty]) {
      await shop.ask('POST', '/cod/cashondelivery', { cookies: shop.shopper.cookies, body: address })
      await shop.fillCart()
      const opened = await countQueries(async () => expect((await shop.openCard()).statusCode).toBe(200))
      const verify = await shop.payCard()
      const asked = await listQueries(async () => expect((await verify()).statusCode).toBe(200))
      // A job that looks for other payments may be at work beside it, at whatever moment.
      counts.push(opened + asked.filter((text) => /cart_lines|order_lines|products/.test(text)).length)
    }
    expect(counts[1]).toBe(counts[0])
  })

  test('an order of a cart', async () => {
    const counts: number[] = []
    for (const shop of [one, twenty]) {
      await shop.fillCart()
      const order = () => shop.ask('POST', '/cod/cashondelivery', { cookies: shop.shopper.cookies, body: address })
      counts.push(await countQueries(async () => expect((await order()).statusCode).toBe(201)))
    }
    expect(counts[1]).toBe(counts[0])
  })
})
