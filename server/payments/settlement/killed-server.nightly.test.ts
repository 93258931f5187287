import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiBase } from '#contract/api.ts'
import type { Product } from '#contract/catalog/products.ts'
import type { CallReply } from '#contract/contract.ts'
import { type SignedFields, startProvider } from '#testing/card-checkout.ts'
import { address } from '#testing/factories.ts'
import { createApiClient, createShopProcess } from '#testing/shop-process.ts'

const quantity = 2
const adminPin = 'owner-pin-1'

const provider = await startProvider()
const shop = await createShopProcess({
  settings: {
    RAZORPAY_KEY_ID: provider.gateway.keyId,
    RAZORPAY_KEY_SECRET: provider.keySecret,
    RAZORPAY_WEBHOOK_SECRET: provider.webhookSecret,
    RAZORPAY_API_URL: provider.url,
    ADMIN_PIN: adminPin,
    RAZORPAY_CHECKOUT_URL: provider.gateway.checkoutScript.url,
  },
})
beforeAll(() => shop.start())
afterAll(() => shop.remove())

interface Order {
  paymentStatus: string
  orderStatus: string
  amountPaid: number
}

/** A shopper with an open card checkout. */
async function startCheckout() {
  const request = createApiClient(shop)
  await request('POST', '/users/login', { name: `killed ${randomUUID().slice(0, 8)}`, pin: '4321' })
  const find = async () => (await request<{ products: Product[] }>('GET', '/products/getAll?limit=100')).body.products
  const product = (await find()).find(({ stock }) => stock > 20)
  if (!product) throw new Error('The demo shop has products.')
  await request('POST', '/cart/add', { product: product._id, size: 'M', quantity })
  await request('POST', '/cart/', address)
  const { body } = await request<{ id: string; amount: number }>('POST', '/order/create-order', { amount: product.price * quantity })
  const orders = async () => (await request<{ orders: Order[] }>('GET', '/order/getorder')).body.orders
  return {
    id: body.id,
    orders,
    pay: () => provider.control<{ payment: { id: string }; browser: { response: SignedFields } }>('payments', { order_id: body.id }),
    verify: (fields: SignedFields) => request<{ order: Order }>('POST', '/order/verify-payment', fields),
    /** exactly one paid order, an empty cart, reduced stock, and one payment without refund */
    async expectOneOrder() {
      await expect.poll(orders, { timeout: 120_000 }).toHaveLength(1)
      expect(await orders()).toMatchObject([{ paymentStatus: 'Paid', orderStatus: 'Placed', amountPaid: product.price * quantity }])
      expect((await request<{ cart: unknown[] }>('GET', '/cart')).body.cart).toEqual([])
      expect((await find()).find(({ _id }) => _id === product._id)?.stock).toBe(product.stock - quantity)
      const { payments } = await provider.control<{ payments: { order_id: string; captured: boolean; amount_refunded: number }[] }>('state')
      expect(payments.filter((payment) => payment.order_id === body.id)).toMatchObject([{ captured: true, amount_refunded: 0 }])
    },
  }
}

/** Locks the cart line that the order removes, so that its transaction waits half written. */
async function lockCart() {
  const client = await shop.connect()
  await client.query('begin')
  const held = await client.query('select 1 from cart_lines for update')
  expect(held.rowCount).toBe(1)
  const countWaiting = async () => {
    const { rows } = await client.query(
      `select count(*)::int as waiting from pg_locks join pg_stat_activity using (pid)
       where not granted and datname = current_database()`,
    )
    return rows[0].waiting as number
  }
  return {
    waitForBlockedQuery: () => expect.poll(countWaiting).toBeGreaterThan(0),
    /** Ends the waiting connections of the killed shop and releases the lock. */
    async release({ changes = [] }: { changes?: string[] } = {}) {
      await client.query('select pg_terminate_backend(pid) from pg_locks where not granted')
      await client.query('rollback')
      for (const change of changes) await client.query(change)
      await client.end()
    },
  }
}

/** Expires the holds, as if their time had passed while the shop was down. */
const expireHolds = `update payments set hold_ends_at = now() - interval '1 minute', next_check_at = now() - interval '1 minute'`

/** Registers the shop's webhook for one event. Returns a function that removes it. */
async function subscribe(): Promise<() => Promise<unknown>> {
  const url = `${shop.origin}${apiBase}/payments/razorpay/webhook`
  const { id } = await provider.control<{ id: string }>('endpoints', { url, secret: provider.webhookSecret, events: ['order.paid'] })
  return () => fetch(`${provider.url}/_simulator/endpoints/${id}`, { method: 'DELETE' })
}

test('after a kill during the order, the job of the next start places it, and the browser finds it', async () => {
  const { pay, verify, expectOneOrder } = await startCheckout()
  const { browser } = await pay()
  const cart = await lockCart()
  const verifying = verify(browser.response).catch((error: Error) => error)
  await cart.waitForBlockedQuery()
  await shop.kill()
  expect(await verifying).toBeInstanceOf(Error)
  await cart.release({ changes: [expireHolds] })
  await shop.start()
  await expectOneOrder()
  expect((await verify(browser.response)).status).toBe(200)
  await expectOneOrder()
})

test('after a kill between webhook and order, the next start places the order from the stored event', async () => {
  const unsubscribe = await subscribe()
  const { pay, expectOneOrder } = await startCheckout()
  const cart = await lockCart()
  await pay()
  await provider.control('clock', {})
  const { items } = await provider.control<{ items: { status: string }[] }>('deliveries')
  expect(items.map(({ status }) => status)).toEqual(['delivered'])
  await unsubscribe()
  await cart.waitForBlockedQuery()
  await shop.kill()
  await cart.release()
  await shop.start()
  await expectOneOrder()
})

test('after a kill before the payment, a repeated webhook places the order', async () => {
  const unsubscribe = await subscribe()
  const { pay, orders, expectOneOrder } = await startCheckout()
  await shop.kill()
  await pay()
  await provider.control('clock', {})
  await shop.start()
  expect(await orders()).toEqual([])
  await provider.control('clock', { advance_seconds: 120 })
  await expectOneOrder()
  await unsubscribe()
})

test('after a kill during the transition of 200 orders, each is changed or not, and the repeated request changes the rest', async () => {
  const client = await shop.connect()
  const { rows: orders } = await client.query<{ _id: string; version: number }>(
    `insert into orders (number, kind, total_paise, collect_paise, delivery_address)
     select 'MOVE-' || n, 'guest', 79900, 79900, $1 from generate_series(1, 200) as n returning id as "_id", version`,
    [address],
  )
  const request = createApiClient(shop)
  await request('POST', '/users/login', { name: 'admin', pin: adminPin })
  const transition = () => request<CallReply<'POST /order/admin/moves'>>('POST', '/order/admin/moves', { to: 'Confirmed', orders })
  const countRows = async (from: string) => (await client.query(`select from ${from}`)).rowCount
  const confirmedOrders = `orders where status = 'Confirmed' and number like 'MOVE-%'`
  const confirmedEvents = `order_events join orders on orders.id = order_id where event = 'Confirmed' and number like 'MOVE-%'`

  await client.query('begin')
  await client.query('select from orders where id = $1 for update', [orders[100]?._id])
  const pending = transition().catch((error: Error) => error)
  await expect.poll(() => countRows(`pg_locks where not granted`)).toBeGreaterThan(0)
  await shop.kill()
  expect(await pending).toBeInstanceOf(Error)
  await client.query('select pg_terminate_backend(pid) from pg_locks where not granted')
  await client.query('rollback')
  expect([await countRows(confirmedOrders), await countRows(confirmedEvents)]).toEqual([100, 100])
  await client.end()
  await shop.start()
  const { body } = await transition()
  expect(new Set(body.answers.map(({ result }) => result))).toEqual(new Set(['moved']))
  const restarted = await shop.connect()
  const events = await restarted.query(`select from ${confirmedEvents}`)
  expect(events.rowCount).toBe(200)
  await restarted.end()
})
