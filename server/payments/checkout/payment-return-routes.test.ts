import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type SignedFields, sendWebhook, startCheckout } from '#testing/card-checkout.ts'
import { buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { startGuestCheckout } from '#testing/guest-checkout.ts'
import { startPayingApp } from '#testing/start-shop.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createPaymentLinks } from '../../orders/order/order-links.ts'
import { runPaymentMaintenance } from '../settlement/run-payment-maintenance.ts'

const { provider, gateways, request, database, trackingKey } = await startPayingApp()
const checkout = () => startGuestCheckout({ request, database, provider })

/** The form post of the provider's page, as a browser sends it from another site. */
async function postBack(fields: object = {}, app = { request }, from?: string) {
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    'sec-fetch-site': 'cross-site',
    origin: 'https://api.razorpay.com',
  }
  const body = new URLSearchParams({ ...fields }).toString()
  const reply = await app.request('POST', `/payments/razorpay/return${from ? `?from=${from}` : ''}`, { headers, body })
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

test.each([
  ['full', 'myOrders'],
  ['advance', 'codOrders'],
] as const)(
  'a shopper who paid (%s) on a page of the provider returns to the orders, also twice and after the webhook',
  async (share, page) => {
    await sql`insert into delivery_rules (prefix, deliver, cod, advance_paise) values ('', true, 'advance', 10000) on conflict do nothing`.execute(
      database,
    )
    const shopper = await startCheckout({ request, database, provider, share })
    const { browser, payment } = await shopper.pay()
    const expected = { status: 303, location: `/UserDashboard/${page}?status=success&payment_id=${payment.id}` }
    expect(await Promise.all([postBack(browser.response), postBack(browser.response)])).toEqual([expected, expected])
    await sendWebhook({ request, orderId: shopper.orderId })
    await runPaymentMaintenance({ database, gateways })
    expect(await postBack(browser.response)).toEqual(expected)
    const { total } = (await request('GET', '/order/mine', { cookies: shopper.cookies })).json()
    expect([total, await shopper.stock()]).toEqual([1, 8])
    await sql`delete from delivery_rules`.execute(database)
  },
)

test('a shopper whose payment is refunded, or who has not paid, returns to a page that says so', async () => {
  const shopper = await startCheckout({ request, database, provider })
  expect(await postBack({}, { request }, 'shopper')).toEqual({ status: 303, location: '/UserDashboard/PaymentCancelled?status=canceled' })
  await sql`update payments set hold_released_at = now() where provider_order_id = ${shopper.orderId}`.execute(database)
  await sql`update products set stock = 0 where id = ${shopper.tee.id}`.execute(database)
  const { browser } = await shopper.pay()
  expect(await postBack(browser.response, { request }, 'shopper')).toEqual({ status: 303, location: '/UserDashboard/allOrders' })
})

test('an order on delivery that was paid on a page of the provider returns to its link', async () => {
  const tee = await createTestProduct({ database })
  const { _id: id } = (await request('POST', '/guest/cashondelivery', { body: buildGuestOrder([tee]) })).json().order
  const link = createPaymentLinks({ key: trackingKey }).create(id)
  const opened = (await request('POST', '/order/confirmation/pay', { body: { token: link.split('/o/')[1] } })).json()
  expect(await postBack({}, { request }, 'order')).toEqual({ status: 303, location: '/order-tracking' })
  const { browser } = await provider.control<{ browser: { response: SignedFields } }>('payments', { order_id: opened.id })
  expect(await postBack(browser.response, { request }, 'order')).toEqual({ status: 303, location: `${link}?status=paid` })
  expect(await database.selectFrom('orders').select(['kind', 'status']).where('id', '=', id).execute()).toEqual([
    { kind: 'card', status: 'Confirmed' },
  ])
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
