import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { expireHold, makeRefundsDue, sendWebhook, startCheckout, startProvider } from '#testing/card-checkout.ts'
import { buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { startGuestCheckout } from '#testing/guest-checkout.ts'
import { startShop } from '#testing/start-shop.ts'
import { createChangingGateways, createTestProvider } from '#testing/test-provider.ts'
import { createReconcileCapturedJob } from '../jobs/process-payments.ts'
import { createConfirmationLinks } from '../orders/order/order-links.ts'
import { GatewayError } from './provider/gateway.ts'
import { toGateways } from './provider/gateways.ts'
import { compareWithProvider } from './settlement/captured-payments.ts'
import { runPaymentMaintenance } from './settlement/run-payment-maintenance.ts'

const razorpay = await startProvider()
const second = createTestProvider()
const razorpayFirst = toGateways([razorpay.gateway, second.gateway])
const secondFirst = toGateways([second.gateway, razorpay.gateway])
const withoutRazorpay = toGateways([second.gateway])
const { configured, gateways } = createChangingGateways(razorpayFirst)
const { request, database, trackingKey, admin } = await startShop({ gateways })
const work = async () => {
  await makeRefundsDue({ database })
  await runPaymentMaintenance({ database, gateways })
}
const listReviews = async () => (await request('GET', '/payments/mismatches', { cookies: admin.cookies })).json().mismatches

type Provider = 'razorpay' | 'test'

/** A shopper with an open checkout at this provider. `pay` is what the browser gets there. */
async function startCheckoutAt(provider: Provider) {
  configured.gateways = provider === 'razorpay' ? razorpayFirst : secondFirst
  const checkout = await startCheckout({ request, database, provider: razorpay })
  const pay = async () => (provider === 'razorpay' ? (await checkout.pay()).browser.response : second.pay(checkout.orderId))
  return { ...checkout, pay }
}

/** An order that was paid at this provider. */
async function payOrderAt(provider: Provider) {
  const checkout = await startCheckoutAt(provider)
  const { order } = (await checkout.verify(await checkout.pay())).json()
  const { provider_payment_id: paymentId } = await checkout.payment()
  return { ...checkout, id: order._id as string, paymentId: paymentId ?? '' }
}

beforeEach(async () => {
  await database.deleteFrom('payment_events').execute()
})

describe('after another provider has become the first one', () => {
  test('new checkouts use it, with its key', async () => {
    const { payment, open, verify, pay } = await startCheckoutAt('test')
    expect((await open()).json()).toMatchObject({ id: expect.stringMatching(/^test_order_/), keyId: 'test_key' })
    expect(await payment()).toMatchObject({ provider: 'test' })
    expect((await verify(await pay())).statusCode).toBe(200)
  })

  test.each(['the browser', 'the job'])('an open payment of the old one becomes an order through %s', async (reporter) => {
    const { pay, verify, orders, payment, orderId } = await startCheckoutAt('razorpay')
    const response = await pay()
    configured.gateways = secondFirst
    const fetchPayments = vi.spyOn(second.gateway, 'fetchPayments')
    if (reporter === 'the browser') expect((await verify(response)).statusCode).toBe(200)
    else await expireHold({ database, orderId }).then(work)
    expect(await orders()).toMatchObject([{ paymentStatus: 'Paid' }])
    expect([(await payment()).provider, fetchPayments.mock.calls]).toEqual(['razorpay', []])
  })

  test('the same cart opens a new payment and holds its stock once', async () => {
    const { open, stock, payment } = await startCheckoutAt('razorpay')
    configured.gateways = secondFirst
    expect((await open()).json().id).toMatch(/^test_order_/)
    expect(await stock()).toBe(8)
    expect((await payment()).hold_released_at).not.toBeNull()
  })

  test('a paid checkout of the old one becomes an order when the shopper presses the button again', async () => {
    const { open, pay, orders } = await startCheckoutAt('razorpay')
    await pay()
    configured.gateways = secondFirst
    expect((await open()).json().code).toBe('cart_empty')
    expect(await orders()).toMatchObject([{ paymentStatus: 'Paid' }])
  })

  test('a late authorization is captured at the provider of its payment', async () => {
    const { orderId, orders } = await startCheckoutAt('test')
    second.pay(orderId, 'authorized')
    configured.gateways = razorpayFirst
    await expireHold({ database, orderId }).then(work)
    expect(await orders()).toMatchObject([{ paymentStatus: 'Paid' }])
  })

  test('an order that is to be confirmed opens a new payment, and the old one is refunded when it is paid', async () => {
    const coat = await createTestProduct({ database, price: 6_000 })
    const { order } = (await request('POST', '/guest/cashondelivery', { body: buildGuestOrder([{ ...coat, size: 'M' }]) })).json()
    const token = createConfirmationLinks({ key: trackingKey }).create(order._id).split('/o/')[1]
    const open = async () => (await request('POST', '/order/confirmation/pay', { body: { token } })).json().id
    configured.gateways = razorpayFirst
    const orderId = await open()
    configured.gateways = secondFirst
    expect(await open()).toMatch(/^test_order_/)
    const { payment } = await razorpay.control<{ payment: { id: string } }>('payments', { order_id: orderId })
    await sendWebhook({ request, orderId })
    await work()
    expect(await razorpay.gateway.fetchRefunds(payment.id)).toMatchObject([{ amount: 600_000 }])
  })

  test.each([
    ['razorpay', secondFirst],
    ['test', razorpayFirst],
  ] as const)('an order that was paid at %s is refunded there', async (provider, later) => {
    const { id, cookies, orders, paymentId } = await payOrderAt(provider)
    configured.gateways = later
    expect((await request('POST', `/order/${id}/cancel`, { cookies })).statusCode).toBe(200)
    await work()
    expect(await orders()).toMatchObject([{ orderStatus: 'Cancelled', paymentStatus: 'Refunded' }])
    expect(await gateways.of(provider).fetchRefunds(paymentId)).toMatchObject([{ amount: 159_800, status: 'processed' }])
  })

  test('a refund made in the dashboard of either provider is found there', async () => {
    for (const provider of ['razorpay', 'test'] as const) {
      const { orderId, orders, amount, paymentId } = await payOrderAt(provider)
      configured.gateways = provider === 'razorpay' ? secondFirst : razorpayFirst
      await gateways.of(provider).refund({ paymentId, amount: amount as never, key: randomUUID() })
      if (provider === 'razorpay') await sendWebhook({ request, orderId, event: 'refund.processed' })
      else await second.sendWebhook({ request, name: 'refund.processed', orderId })
      await work()
      await work()
      expect(await orders(), provider).toMatchObject([{ paymentStatus: 'Refunded' }])
    }
  })

  test('a refund above what the dashboard has left is replaced by one of the rest', async () => {
    const { id, cookies, paymentId } = await payOrderAt('test')
    configured.gateways = razorpayFirst
    await second.gateway.refund({ paymentId, amount: 50_000 as never, key: randomUUID() })
    await request('POST', `/order/${id}/cancel`, { cookies })
    await work()
    await work()
    expect((await second.gateway.fetchRefunds(paymentId)).map(({ amount }) => amount)).toEqual([50_000, 109_800])
  })

  test('captured payments are compared with their own provider', async () => {
    const [old, recent] = [await startCheckoutAt('razorpay'), await startCheckoutAt('test')]
    await Promise.all([old.pay(), recent.pay()])
    const compare = async (provider: Provider) => (await compareWithProvider({ database, gateways, provider })).payments
    expect([await compare('razorpay'), await old.orders(), await recent.orders()]).toMatchObject([
      [{ outcome: 'order' }],
      [{ paymentStatus: 'Paid' }],
      [],
    ])
    expect([await compare('test'), await recent.orders()]).toMatchObject([[{ outcome: 'order' }], [{ paymentStatus: 'Paid' }]])
  })
})

describe('a guest', () => {
  /** An open checkout at this provider. `pay` is what the browser gets there. */
  async function startGuestAt(provider: Provider) {
    configured.gateways = provider === 'razorpay' ? razorpayFirst : secondFirst
    const guest = await startGuestCheckout({ request, database, provider: razorpay })
    const pay = async () => (provider === 'razorpay' ? (await guest.pay()).browser.response : second.pay(guest.orderId))
    return { ...guest, pay }
  }

  test('pays at the first provider, and verifies with the one that took the payment', async () => {
    const [old, recent] = [await startGuestAt('razorpay'), await startGuestAt('test')]
    expect(recent.opened.json()).toMatchObject({ id: expect.stringMatching(/^test_order_/), keyId: 'test_key' })
    for (const { pay, verify } of [old, recent]) expect((await verify(await pay())).statusCode).toBe(200)
    expect([await old.payment(), await recent.payment()]).toMatchObject([{ provider: 'razorpay' }, { provider: 'test' }])
    expect([(await old.orders()).length, (await recent.orders()).length]).toEqual([1, 1])
  })

  test('who repeats the request after another provider has become the first one pays there', async () => {
    const key = randomUUID()
    configured.gateways = razorpayFirst
    const guest = await startGuestCheckout({ request, database, provider: razorpay, key })
    configured.gateways = secondFirst
    const { id, keyId } = (await guest.open({ key })).json()
    expect([id === guest.orderId, keyId]).toEqual([false, 'test_key'])
    // A payment that still arrives at the old one makes the only order.
    await guest.pay()
    await sendWebhook({ request, orderId: guest.orderId })
    await work()
    second.pay(id)
    await second.sendWebhook({ request, name: 'paid', orderId: id })
    await work()
    expect(await guest.orders()).toHaveLength(1)
  })
})

describe('a webhook', () => {
  test('of each provider reconciles the payments of that provider', async () => {
    const [old, recent] = [await startCheckoutAt('razorpay'), await startCheckoutAt('test')]
    await Promise.all([old.pay(), recent.pay()])
    expect((await sendWebhook({ request, orderId: old.orderId })).statusCode).toBe(200)
    expect((await second.sendWebhook({ request, name: 'paid', orderId: recent.orderId })).statusCode).toBe(200)
    await work()
    expect([await old.orders(), await recent.orders()]).toMatchObject([[{ paymentStatus: 'Paid' }], [{ paymentStatus: 'Paid' }]])
  })

  test('with the signature of another provider is rejected', async () => {
    const headers = { 'content-type': 'application/json', 'x-test-signature': 'signed' }
    const body = JSON.stringify({ id: 'event_1', name: 'paid', orderId: 'test_order_1' })
    expect((await request('POST', '/payments/razorpay/webhook', { headers, body })).statusCode).toBe(400)
    expect(await database.selectFrom('payment_events').select('id').execute()).toEqual([])
  })

  test('about a checkout that is not in the database lists its payment for a review', async () => {
    const { orderId, amount } = await startCheckoutAt('test')
    const { razorpay_payment_id: paymentId } = second.pay(orderId)
    await database.deleteFrom('payments').where('provider_order_id', '=', orderId).execute()
    configured.gateways = razorpayFirst
    await second.sendWebhook({ request, name: 'paid', orderId })
    await work()
    expect(await listReviews()).toMatchObject([{ kind: 'paid, checkout unknown', providerOrderId: orderId, paymentId }])
    expect(await database.selectFrom('unknown_payments').select('provider').execute()).toEqual([{ provider: 'test' }])
    await second.gateway.refund({ paymentId, amount: amount as never, key: randomUUID() })
    await second.sendWebhook({ request, name: 'refund.processed', orderId })
    await work()
    expect(await listReviews()).toEqual([])
  })

  test('about a dispute fetches it from the provider that sent it', async () => {
    const [old, recent] = [await payOrderAt('razorpay'), await payOrderAt('test')]
    const { id } = await razorpay.control<{ id: string }>(`payments/${old.paymentId}/dispute`, { amount: 50_000 })
    const disputeId = second.dispute(recent.paymentId)
    await sendWebhook({ request, orderId: old.orderId, event: 'payment.dispute.created', disputeId: id })
    await second.sendWebhook({ request, name: 'disputed', disputeId })
    await work()
    const reviews = await listReviews()
    expect(reviews).toHaveLength(2)
    expect(reviews).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'disputed', paymentId: old.paymentId, orderId: old.id, amount: 500 }),
        expect.objectContaining({ kind: 'disputed', paymentId: recent.paymentId, orderId: recent.id, amount: 1_598 }),
      ]),
    )
    await database.deleteFrom('disputes').execute()
  })
})

test.each(['webhooks report', 'a job checks'])(
  'a provider that does not answer does not delay payments of another one that %s',
  async (report) => {
    const old = await startCheckoutAt('razorpay')
    await old.pay()
    const recent = []
    for (let count = 0; count < 6; count += 1) recent.push(await startCheckoutAt('test'))
    if (report === 'webhooks report') {
      for (const { orderId } of recent) await second.sendWebhook({ request, name: 'paid', orderId })
      await sendWebhook({ request, orderId: old.orderId })
    } else for (const { orderId } of [old, ...recent]) await expireHold({ database, orderId })
    const fetchPayments = vi.spyOn(second.gateway, 'fetchPayments')
    fetchPayments.mockRejectedValue(new GatewayError({ kind: 'unknown', message: 'No answer' }))
    await work()
    expect([fetchPayments.mock.calls.length, await old.orders()]).toMatchObject([5, [{ paymentStatus: 'Paid' }]])
  },
)

describe('a payment whose provider is not configured any more', () => {
  test('waits, and becomes an order when the provider is configured again', async () => {
    const { pay, verify, status, orders, orderId, payment } = await startCheckoutAt('razorpay')
    const response = await pay()
    configured.gateways = withoutRazorpay
    for (const reply of [await verify(response), await status()])
      expect([reply.statusCode, reply.json().code]).toEqual([503, 'payment_unknown'])
    await expireHold({ database, orderId }).then(work)
    expect([await orders(), (await payment()).next_check_at]).toEqual([[], expect.any(Date)])
    configured.gateways = secondFirst
    expect((await verify(response)).statusCode).toBe(200)
  })

  test('keeps its refund until the provider is configured again', async () => {
    const { id, cookies, orders } = await payOrderAt('razorpay')
    configured.gateways = withoutRazorpay
    const refund = vi.spyOn(second.gateway, 'refund')
    expect((await request('POST', `/order/${id}/cancel`, { cookies })).statusCode).toBe(200)
    await work()
    expect([await orders(), refund.mock.calls]).toMatchObject([[{ orderStatus: 'Cancelled', paymentStatus: 'Paid' }], []])
    configured.gateways = secondFirst
    await work()
    expect(await orders()).toMatchObject([{ paymentStatus: 'Refunded' }])
  })

  test('is named in the log once a night', async () => {
    const runJob = async () => {
      const log = { warn: vi.fn(), error: vi.fn() }
      const job = createReconcileCapturedJob({ database, gateways, requests: { request: () => {} } })
      await job.run({ log, publish: () => {}, signal: new AbortController().signal })
      return log.warn.mock.calls
    }
    await startCheckoutAt('razorpay')
    expect(await runJob()).toEqual([])
    configured.gateways = withoutRazorpay
    expect(await runJob()).toEqual([[{ providers: ['razorpay'] }, 'Payments wait for payment providers that are not configured']])
  })
})
