import { describe, expect, test } from 'vitest'
import { areKeysKnown } from '#server/adapters/razorpay/razorpay.ts'
import { startCheckout } from '#testing/card-checkout.ts'
import { address, createTestProduct } from '#testing/factories.ts'
import { signInAdministrator, signInShopper } from '#testing/shoppers.ts'
import { startPayingApp } from '#testing/start-shop.ts'
import { createTestApp } from '#testing/test-app.ts'
import { releaseExpiredHolds } from './holds.ts'

const { provider, gateway, control, request, database } = await startPayingApp()
const checkout = (more: object = {}) => startCheckout({ request, database, provider, ...more })

describe('POST /order/create-order', () => {
  test('opens a payment for the total of the cart and holds its stock', async () => {
    const { orderId, amount, stock, cart } = await checkout()
    expect([amount, orderId]).toEqual([159_800, expect.stringMatching(/^order_/)])
    expect([await stock(), (await cart()).length]).toEqual([8, 1])
  })

  test('rejects an amount that was edited in the browser', async () => {
    const { cookies, stock } = await checkout()
    const reply = await request('POST', '/order/create-order', { cookies, body: { amount: 1 } })
    expect([reply.statusCode, reply.json().code]).toEqual([409, 'prices_changed'])
    expect(await stock()).toBe(8)
  })

  test('returns the open payment of the same cart, and holds the stock once', async () => {
    const { open, orderId, stock } = await checkout()
    expect((await open()).json().id).toBe(orderId)
    expect(await stock()).toBe(8)
    const payments = database.selectFrom('payments').select('kind').where('provider_order_id', '=', orderId)
    expect(await payments.execute()).toEqual([{ kind: 'cart' }])
  })

  test('takes no idempotency key: an expired payment is never returned again', async () => {
    const { cookies, orderId, amount, stock } = await checkout()
    await database
      .updateTable('payments')
      .set({ hold_ends_at: new Date(0) })
      .where('provider_order_id', '=', orderId)
      .execute()
    await releaseExpiredHolds({ database })
    const reply = await request('POST', '/order/create-order', { cookies, body: { amount: amount / 100 } })
    expect(reply.json().id).not.toBe(orderId)
    expect(await stock()).toBe(8)
  })

  test('releases the hold of the previous cart', async () => {
    const { cookies, tee, stock, orderId } = await checkout()
    await request('PATCH', `/cart/${tee.id}`, { cookies, body: { quantity: 3, size: 'M' } })
    const reply = await request('POST', '/order/create-order', { cookies, body: { amount: 799 * 3 } })
    expect(reply.json().id).not.toBe(orderId)
    expect(await stock()).toBe(7)
  })

  test('held stock can still be ordered by the same shopper with cash on delivery', async () => {
    const { cookies, cart, stock } = await checkout({ stock: 2, quantity: 2 })
    expect(await stock()).toBe(0)
    expect(await cart()).toMatchObject([{ problem: null, product: { stock: 2 } }])
    const reply = await request('POST', '/cod/cashondelivery', { cookies, body: address })
    expect(reply.statusCode).toBe(201)
    expect([await stock(), await cart()]).toEqual([0, []])
  })

  test('needs a cart, an address, stock and a shopper', async () => {
    const { cookies } = await signInShopper({ request })
    expect((await request('POST', '/order/create-order', { cookies, body: { amount: 1 } })).json().code).toBe('cart_empty')
    expect((await request('POST', '/order/create-order', { body: { amount: 1 } })).statusCode).toBe(401)
    const admin = await signInAdministrator({ request, database })
    expect((await request('POST', '/order/create-order', { cookies: admin.cookies, body: { amount: 1 } })).statusCode).toBe(403)
  })

  test('rejects an amount below the minimum of card payment', async () => {
    const { cookies } = await signInShopper({ request })
    const button = await createTestProduct({ database, price: 0.5 })
    await request('POST', '/cart/add', { cookies, body: { product: button.id, size: 'M' } })
    await request('POST', '/cart/', { cookies, body: address })
    const reply = await request('POST', '/order/create-order', { cookies, body: { amount: 0.5 } })
    expect([reply.statusCode, reply.json().error]).toEqual([400, 'Online payment starts at ₹1. Please choose cash on delivery.'])
  })

  test('says what to do with a cart above the limit of the provider', async () => {
    const { cookies } = await signInShopper({ request })
    const coat = await createTestProduct({ database, price: 250_000, stock: 10 })
    await request('POST', '/cart/add', { cookies, body: { product: coat.id, size: 'M', quantity: 3 } })
    await request('POST', '/cart/', { cookies, body: address })
    const open = (amount: number) => request('POST', '/order/create-order', { cookies, body: { amount } })
    const reply = await open(750_000)
    expect([reply.statusCode, reply.json().code, reply.json().error, reply.headers['retry-after']]).toEqual([
      409,
      'amount_too_large',
      'This amount is above the limit of online payment. Please split your cart into smaller orders, or choose cash on delivery.',
      undefined,
    ])
    const { stock } = await database.selectFrom('products').select('stock').where('id', '=', coat.id).executeTakeFirstOrThrow()
    expect(stock).toBe(10)
    await request('PATCH', `/cart/${coat.id}`, { cookies, body: { quantity: 2, size: 'M' } })
    expect((await open(500_000)).statusCode).toBe(200)
  })

  test('any other rejection of the provider is not blamed on the amount', async () => {
    const { cookies, tee } = await checkout()
    await request('PATCH', `/cart/${tee.id}`, { cookies, body: { quantity: 1, size: 'M' } })
    await control('faults', { kind: 'status', status: 400, path: '/v1/orders', method: 'POST' })
    const reply = await request('POST', '/order/create-order', { cookies, body: { amount: 799 } })
    expect([reply.statusCode, reply.json().code]).toEqual([503, 'order_creation_failed'])
  })

  test('releases the stock when the provider fails', async () => {
    const before = await checkout()
    await request('PATCH', `/cart/${before.tee.id}`, { cookies: before.cookies, body: { quantity: 1, size: 'M' } })
    await control('faults', { kind: 'status', status: 503, path: '/v1/orders', method: 'POST' })
    const reply = await request('POST', '/order/create-order', { cookies: before.cookies, body: { amount: 799 } })
    expect([reply.statusCode, reply.json().error]).toEqual([503, 'An error occurred while creating the order.'])
    expect(await before.stock()).toBe(10)
  })
})

test('unknown keys of the provider are detected', async () => {
  const keys = { keyId: gateway.keyId, keySecret: provider.keySecret, webhookSecret: 'any', apiUrl: provider.url }
  expect(await areKeysKnown(keys)).toBe(true)
  expect(await areKeysKnown({ ...keys, keySecret: 'another secret' })).toBe(false)
  expect(await areKeysKnown({ ...keys, keyId: 'rzp_test_unknown' })).toBe(false)
})

test('without keys card payment is off', async () => {
  const plain = await createTestApp()
  const { cookies } = await signInShopper({ request: plain.request })
  await plain.request('POST', '/cart/', { cookies, body: address })
  const reply = await plain.request('POST', '/order/create-order', { cookies, body: { amount: 799 } })
  expect([reply.statusCode, reply.json().error]).toEqual([
    503,
    'Online payment is not available right now. Please choose cash on delivery.',
  ])
})
