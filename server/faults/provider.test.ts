import { afterEach, describe, expect, test } from 'vitest'
import { makeCheckDue, startCheckout } from '#testing/card-checkout.ts'
import { address } from '#testing/factories.ts'
import { startPayingApp } from '#testing/start-shop.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createRazorpay } from '../adapters/razorpay/razorpay.ts'
import { toGateways } from '../payments/provider/gateways.ts'
import { runPaymentMaintenance } from '../payments/settlement/run-payment-maintenance.ts'

const { provider, request, database } = await startPayingApp()

const clearFaults = () => fetch(`${provider.url}/_simulator/faults`, { method: 'DELETE' })
afterEach(clearFaults)

/** A shopper whose cart has changed since the checkout, so that the next checkout creates a new provider order. */
async function startChangedCheckout() {
  const checkout = await startCheckout({ request, database, provider })
  await request('PATCH', `/cart/${checkout.tee.id}`, { cookies: checkout.cookies, body: { quantity: 1, size: 'M' } })
  return { ...checkout, open: () => request('POST', '/order/create-order', { cookies: checkout.cookies, body: { amount: 799 } }) }
}

describe.each([
  ['replies with HTML', { kind: 'html' }],
  ['replies 500', { kind: 'status', status: 500 }],
  ['replies 429', { kind: 'status', status: 429 }],
  ['breaks the connection', { kind: 'drop' }],
])('while the payment provider %s', (_how, fault) => {
  test('a card checkout fails and holds no stock, cash on delivery works, and card checkouts recover', async () => {
    const { cookies, stock, open } = await startChangedCheckout()
    await provider.control('faults', { ...fault, path: '/v1/orders', method: 'POST', times: 99 })
    const refused = await open()
    expect([refused.statusCode, refused.json().error]).toEqual([503, 'An error occurred while creating the order.'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(await stock()).toBe(10)
    expect((await request('POST', '/cod/cashondelivery', { cookies, body: address })).statusCode).toBe(201)
    await clearFaults()
    const next = await startChangedCheckout()
    expect((await next.open()).statusCode).toBe(200)
  })

  test('a payment that was made becomes one order after the outage', async () => {
    const { pay, verify, orders, orderId } = await startCheckout({ request, database, provider })
    const { browser } = await pay()
    await provider.control('faults', { ...fault, path: '/payments', method: 'GET', times: 99 })
    const reply = await verify(browser.response)
    expect([reply.statusCode, reply.json().code]).toEqual([503, 'payment_unknown'])
    await makeCheckDue({ database, orderId })
    await runPaymentMaintenance({ database, gateways: provider.gateways })
    expect(await orders()).toEqual([])
    await clearFaults()
    await makeCheckDue({ database, orderId })
    await runPaymentMaintenance({ database, gateways: provider.gateways })
    expect(await orders()).toMatchObject([{ paymentStatus: 'Paid' }])
  })
})

test('an unreachable provider is answered with 503', async () => {
  const gateway = createRazorpay({
    keyId: 'rzp_test_nobody',
    keySecret: 'x',
    webhookSecret: 'x',
    apiUrl: 'http://127.0.0.1:1',
    scriptUrl: 'http://127.0.0.1:1/v1/checkout.js',
  })
  const shop = await createTestApp({ gateways: toGateways([gateway]) })
  const { cookies, tee } = await startCheckout({ request: shop.request, database: shop.database, provider })
  const reply = await shop.request('POST', '/order/create-order', { cookies, body: { amount: 1598 } })
  expect([reply.statusCode, reply.json().code]).toEqual([503, 'order_creation_failed'])
  expect((await shop.request('GET', `/products/${tee.id}`)).json().stock).toBe(10)
})
