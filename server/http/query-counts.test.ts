import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { CallName } from '#contract/contract.ts'
import { startProvider } from '#testing/card-checkout.ts'
import { captureQueries } from '#testing/count-queries.ts'
import { address, buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { signInAdministrator, signInShopper } from '#testing/shoppers.ts'
import { createTestApp } from '#testing/test-app.ts'
import { runPaymentMaintenance } from '../payments/settlement/run-payment-maintenance.ts'

const provider = await startProvider()

const many = 20

/** A shop with this many products, cart lines, orders, order lines and payments. */
async function fillShop(count: number) {
  const environment = { COD_ORDER_MAX_ITEMS: '1000', COD_ORDER_MAX_RUPEES: '1000000', HOLD_MAX_ITEMS: '1000' }
  const { request, database } = await createTestApp({ gateways: provider.gateways, environment })
  const shopper = await signInShopper({ request })
  const administrator = await signInAdministrator({ request, database })
  const each = Array.from({ length: count }, (_, index) => index)
  const products: Awaited<ReturnType<typeof createTestProduct>>[] = []
  for (const index of each) products.push(await createTestProduct({ database, name: `Counted tee ${index}`, stock: 500 }))
  const [first] = products
  if (!first) throw new Error('No product was created.')
  await request('POST', '/cart/', { cookies: shopper.cookies, body: address })
  for (const { id } of products) await request('POST', `/cart/saved/${id}`, { cookies: shopper.cookies })
  const fillCart = async () => {
    const lines = products.map(({ id, name, price }) => ({ product: id, name, price, size: 'M', quantity: 1 }))
    await request('POST', '/cart/merge', { cookies: shopper.cookies, body: { lines } })
  }
  const total = first.price * count
  const openPayment = () => request('POST', '/order/create-order', { cookies: shopper.cookies, body: { amount: total } })
  const payByCard = async () => {
    const { id } = (await openPayment()).json()
    const { browser } = await provider.control<{ browser: { response: object } }>('payments', { order_id: id })
    return () => request('POST', '/order/verify-payment', { cookies: shopper.cookies, body: browser.response })
  }
  const message = { name: 'Asha', replyTo: address.email, message: 'Hello' }
  for (const _ of each) {
    await fillCart()
    await request('POST', '/cod/cashondelivery', { cookies: shopper.cookies, body: address })
    await fillCart()
    await (await payByCard())()
    await request('POST', `/products/${first.id}/stock`, {
      cookies: administrator.cookies,
      body: { change: 1, cause: 'correction', note: 'x' },
    })
    await signInShopper({ request })
    await request('POST', '/contact', { body: message, cookies: shopper.cookies })
  }
  const { ticket } = (await request('POST', '/contact', { body: message })).json<{ ticket: string }>()
  for (const _ of each) await request('POST', '/tickets/reply', { body: { number: ticket, email: address.email, text: 'Hello' } })
  await runPaymentMaintenance({ database, gateways: provider.gateways })
  await fillCart()
  const order = (await request('GET', '/order/getorder', { cookies: shopper.cookies })).json().orders[0]
  return { request, shopper, administrator, products, first, total, order, ticket, openPayment, payByCard, fillCart }
}

type FilledShop = Awaited<ReturnType<typeof fillShop>>

let one: FilledShop
let twenty: FilledShop
beforeAll(async () => {
  one = await fillShop(1)
  twenty = await fillShop(many)
})

const asShopper =
  (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: (shop: FilledShop) => string, body?: (shop: FilledShop) => object) =>
  (shop: FilledShop) =>
    shop.request(method, path(shop), { cookies: shop.shopper.cookies, ...(body && { body: body(shop) }) })
const asAdministrator = (path: (shop: FilledShop) => string) => (shop: FilledShop) =>
  shop.request('GET', path(shop), { cookies: shop.administrator.cookies })

/** Calls whose reply or work grows with the data of the shop. */
const calls: Partial<Record<CallName, (shop: FilledShop) => PromiseLike<{ statusCode: number }>>> = {
  getAllProducts: (shop) => shop.request('GET', `/products/getAll?page=1&limit=${many}`),
  getAdminProducts: asAdministrator(() => '/products/admin?page=1'),
  getStockMovements: asAdministrator(({ first }) => `/products/${first.id}/stock`),
  getUsers: asAdministrator(() => '/users/getUsers?page=1'),
  getCart: asShopper('GET', () => '/cart'),
  getSavedItems: asShopper('GET', () => '/cart/saved'),
  changeCartLine: asShopper(
    'PATCH',
    ({ first }) => `/cart/${first.id}`,
    () => ({ quantity: 1, size: 'M' }),
  ),
  mergeCart: asShopper(
    'POST',
    () => '/cart/merge',
    ({ products }) => ({ lines: products.map(({ id, price }) => ({ product: id, price, size: 'L', quantity: 1 })) }),
  ),
  getCodOrders: asShopper('GET', () => '/cod/codOrder'),
  getCardOrders: asShopper('GET', () => '/order/getorder'),
  getOrder: asShopper('GET', ({ order }) => `/order/${order._id}`),
  getNotifications: asShopper('GET', () => '/users/notifications'),
  getAdminOrders: asAdministrator(() => '/cod/adminOrder?page=1'),
  getAdminOrder: asAdministrator(({ order }) => `/order/admin/${order._id}`),
  getOrderPayment: asAdministrator(({ order }) => `/order/admin/${order._id}/payment`),
  getAdminNotifications: asAdministrator(() => '/order/admin/notifications'),
  getDailyOrders: asAdministrator(() => '/order/admin/daily'),
  getPaymentDiscrepancies: asAdministrator(() => '/payments/mismatches'),
  getTickets: asAdministrator(() => '/tickets?page=1'),
  getOwnTickets: asShopper('GET', () => '/users/account/tickets'),
  findTicket: (shop) => shop.request('POST', '/tickets/find', { body: { number: shop.ticket, email: address.email } }),
  trackOrder: (shop) => shop.request('POST', '/order/track', { body: { number: shop.order.number, phone: address.phone } }),
  placeGuestOrder: (shop) =>
    shop.request('POST', '/guest/cashondelivery', { body: buildGuestOrder(shop.products), headers: { 'idempotency-key': randomUUID() } }),
}

/** A query for each record would add nineteen to the larger shop; background jobs may add a few to either. */
const expectNoGrowth = ([ofOne = 0, ofMany = 0]: readonly number[]) => expect(ofMany - ofOne).toBeLessThan(many / 2)

const countQueries = async (work: () => Promise<unknown>) => (await captureQueries(work)).length

describe('the number of queries does not grow with the number of records', () => {
  test.each(Object.keys(calls) as CallName[])('%s', async (name) => {
    const call = calls[name]
    const counts: number[] = []
    for (const shop of [one, twenty])
      counts.push(
        await countQueries(async () => {
          expect([200, 201]).toContain((await call?.(shop))?.statusCode)
        }),
      )
    expectNoGrowth(counts)
    expect(counts[0]).toBeGreaterThan(0)
  })

  test('a card payment, opened, verified and settled', async () => {
    const counts: number[] = []
    for (const shop of [one, twenty]) {
      await shop.request('POST', '/cod/cashondelivery', { cookies: shop.shopper.cookies, body: address })
      await shop.fillCart()
      const openQueries = await countQueries(async () => expect((await shop.openPayment()).statusCode).toBe(200))
      const verify = await shop.payByCard()
      const verifyQueries = await countQueries(async () => expect((await verify()).statusCode).toBe(200))
      counts.push(openQueries + verifyQueries)
    }
    expectNoGrowth(counts)
  })

  test('an order of a cart', async () => {
    const counts: number[] = []
    for (const shop of [one, twenty]) {
      await shop.fillCart()
      const order = () => shop.request('POST', '/cod/cashondelivery', { cookies: shop.shopper.cookies, body: address })
      counts.push(await countQueries(async () => expect((await order()).statusCode).toBe(201)))
    }
    expectNoGrowth(counts)
  })
})

test("a guest's order sends at most twelve statements, with begin and commit", async () => {
  const order = async () => expect((await calls.placeGuestOrder?.(one))?.statusCode).toBe(201)
  await order()
  // The first orders also read offers and settings, and jobs may add a few at any time.
  const counts = [await countQueries(order), await countQueries(order), await countQueries(order)]
  expect(Math.min(...counts)).toBeLessThanOrEqual(12)
})
