import { afterAll, describe, expect, test } from 'vitest'
import { areKeysKnown } from '#server/adapters/razorpay/razorpay.ts'
import { type Provider, startCheckout, startProvider } from '#testing/card-checkout.ts'
import { address, createTestProduct } from '#testing/factories.ts'
import { signInAdministrator, signInShopper } from '#testing/shoppers.ts'
import { createTestApp } from '#testing/test-app.ts'
import { releaseExpiredHolds } from './holds.ts'

const provider: Provider = await startProvider()
afterAll(() => provider.close())
const { gateway, control } = provider
const { request, database } = await createTestApp({ gateway })
const checkout = (more: object = {}) => startCheckout({ request, database, provider, ...more })

describe('POST /order/create-order', () => {
  test('opens a payment of what the cart costs and holds its stock', async () => {
    const { orderId, amount, stock, cart } = await checkout()
    expect([amount, orderId]).toEqual([159_800, expect.stringMatching(/^order_/)])
    expect([await stock(), (await cart()).length]).toEqual([8, 1])
  })

  test('an amount edited in the browser changes nothing', async () => {
    const { cookies, stock } = await checkout()
    const reply = await request('POST', '/order/create-order', { cookies, body: { amount: 1 } })
    expect([reply.statusCode, reply.json().code]).toEqual([409, 'prices_changed'])
    expect(await stock()).toBe(8)
  })

  test('the same cart asked for again is the same payment, and holds the stock once', async () => {
    const { open, orderId, stock } = await checkout()
    expect((await open()).json().id).toBe(orderId)
    expect(await stock()).toBe(8)
  })

  test('it promises no key: a reservation that has ended is never answered again', async () => {
    const { cookies, orderId, amount, stock } = await checkout()
    const calls = (await request('GET', '/openapi.json')).json().paths
    const named = (path: string) => (calls[path].post.parameters ?? []).map((parameter: { name: string }) => parameter.name)
    expect([named('/api/v1/order/create-order'), named('/api/v1/cod/cashondelivery')]).toEqual([[], ['idempotency-key']])
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

  test('another cart gives the former hold back', async () => {
    const { cookies, tee, stock, orderId } = await checkout()
    await request('PATCH', `/cart/${tee.id}`, { cookies, body: { quantity: 3, size: 'M' } })
    const reply = await request('POST', '/order/create-order', { cookies, body: { amount: 799 * 3 } })
    expect(reply.json().id).not.toBe(orderId)
    expect(await stock()).toBe(7)
  })

  test('the pieces that a shopper holds for a card are still theirs to pay for at the door', async () => {
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

  test('less than the provider takes is refused in words', async () => {
    const { cookies } = await signInShopper({ request })
    const button = await createTestProduct({ database, price: 0.5 })
    await request('POST', '/cart/add', { cookies, body: { product: button.id, size: 'M' } })
    await request('POST', '/cart/', { cookies, body: address })
    const reply = await request('POST', '/order/create-order', { cookies, body: { amount: 0.5 } })
    expect([reply.statusCode, reply.json().error]).toEqual([400, 'Card payment starts at ₹1. Please choose cash on delivery.'])
  })

  test('when the provider fails, nothing stays held and the words say so', async () => {
    const before = await checkout()
    await request('PATCH', `/cart/${before.tee.id}`, { cookies: before.cookies, body: { quantity: 1, size: 'M' } })
    await control('faults', { kind: 'status', status: 503, path: '/v1/orders', method: 'POST' })
    const reply = await request('POST', '/order/create-order', { cookies: before.cookies, body: { amount: 799 } })
    expect([reply.statusCode, reply.json().error]).toEqual([503, 'An error occurred while creating the order.'])
    expect(await before.stock()).toBe(10)
  })
})

test('keys that the provider does not know are told apart from those that it does', async () => {
  const keys = { keyId: gateway.keyId, keySecret: provider.keySecret, webhookSecret: 'any', apiUrl: provider.url }
  expect(await areKeysKnown(keys)).toBe(true)
  expect(await areKeysKnown({ ...keys, keySecret: 'of another shop' })).toBe(false)
  expect(await areKeysKnown({ ...keys, keyId: 'rzp_test_unknown' })).toBe(false)
})

test('without keys card payment is off, in words', async () => {
  const plain = await createTestApp()
  const { cookies } = await signInShopper({ request: plain.request })
  await plain.request('POST', '/cart/', { cookies, body: address })
  const reply = await plain.request('POST', '/order/create-order', { cookies, body: { amount: 799 } })
  expect([reply.statusCode, reply.json().error]).toEqual([503, 'Card payment is not available right now. Please choose cash on delivery.'])
})
