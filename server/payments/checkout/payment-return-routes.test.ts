import { afterAll, expect, test } from 'vitest'
import { type Provider, type SignedFields, sendWebhook, startCheckout, startProvider } from '#testing/card-checkout.ts'
import { startGuestCheckout } from '#testing/guest-checkout.ts'
import { createTestApp } from '#testing/test-app.ts'
import { runPaymentMaintenance } from '../settlement/run-payment-maintenance.ts'

const provider: Provider = await startProvider()
afterAll(() => provider.close())
const { gateways } = provider
const { request, database } = await createTestApp({ gateways })
const checkout = () => startGuestCheckout({ request, database, provider })

/** The form post of the provider's page, as a browser sends it from another site. */
async function postBack(fields: object = {}, app = { request }) {
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    'sec-fetch-site': 'cross-site',
    origin: 'https://api.razorpay.com',
  }
  const body = new URLSearchParams({ ...fields }).toString()
  const reply = await app.request('POST', '/payments/razorpay/return', { headers, body })
  return { status: reply.statusCode, location: reply.headers.location }
}

test('a guest who paid on a page of the provider returns to the result, also twice and after the webhook', async () => {
  const { orderId, token, pay, verify, orders, outcome } = await checkout()
  const { browser } = await pay()
  const expected = { status: 303, location: `/payment-result?token=${token}&status=paid` }
  expect(await Promise.all([postBack(browser.response), postBack(browser.response), verify(browser.response)])).toMatchObject([
    expected,
    expected,
    { statusCode: 200 },
  ])
  await sendWebhook({ request, orderId })
  await runPaymentMaintenance({ database, gateways })
  expect(await postBack(browser.response)).toEqual(expected)
  expect([(await orders()).length, (await outcome()).status]).toEqual([1, 'paid'])
})

test('what the provider has not signed, a failure and an empty form lead to the result without a token', async () => {
  const { orderId, pay, orders } = await checkout()
  const { browser } = await pay()
  const forms: object[] = [
    { ...browser.response, razorpay_signature: 'a'.repeat(64) },
    { 'error[code]': 'BAD_REQUEST_ERROR', 'error[metadata]': JSON.stringify({ order_id: orderId }) },
    { razorpay_order_id: orderId },
    {},
  ]
  for (const form of forms) expect(await postBack(form)).toEqual({ status: 303, location: '/payment-result' })
  expect(await orders()).toEqual([])
})

test('the payment of a shopper gives no token', async () => {
  const shopper = await startCheckout({ request, database, provider })
  const { browser } = await shopper.pay()
  expect(await postBack(browser.response as SignedFields)).toEqual({ status: 303, location: '/payment-result' })
})

test('other calls stay closed to other sites, and this one to other bodies', async () => {
  const { open } = await checkout()
  const headers = { 'sec-fetch-site': 'cross-site' }
  expect((await request('POST', '/guest/payment', { headers, body: { token: 'x' } })).json().code).toBe('cross_site')
  expect((await request('POST', '/payments/razorpay/return', { headers, body: { a: 1 } })).statusCode).toBe(415)
  expect((await open()).statusCode).toBe(200)
})

test('an IP address returns at most 60 times in ten minutes', async () => {
  const limited = await createTestApp({ gateways, environment: { LIMITS_FACTOR: '1' } })
  const replies = []
  for (let turn = 0; turn < 61; turn += 1) replies.push((await postBack({}, limited)).status)
  expect([replies.filter((status) => status === 303).length, replies.at(-1)]).toEqual([60, 429])
})
