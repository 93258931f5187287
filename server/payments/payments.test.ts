import { createHmac, randomUUID } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import { expireHold, makeRefundsDue, sendWebhook, startCheckout } from '#testing/card-checkout.ts'
import { signInAdministrator, signInShopper } from '#testing/shoppers.ts'
import { startPayingApp } from '#testing/start-shop.ts'
import { releaseExpiredHolds } from './checkout/holds.ts'
import { runPaymentMaintenance } from './settlement/run-payment-maintenance.ts'

const { provider, gateway, gateways, control, request, database } = await startPayingApp()
const checkout = (more: object = {}) => startCheckout({ request, database, provider, ...more })
const work = async () => {
  await runPaymentMaintenance({ database, gateways })
  await releaseExpiredHolds({ database })
}

function signWebhook(body: string, secret = provider.webhookSecret) {
  return createHmac('sha256', secret).update(body).digest('hex')
}

describe('a payment becomes one order', () => {
  test('through the browser, which may report it twice', async () => {
    const { pay, verify, orders, cart, stock } = await checkout()
    const { browser } = await pay()
    const first = await verify(browser.response)
    expect(first.json()).toMatchObject({
      message: 'Payment Successful',
      order: { paymentStatus: 'Paid', amountPaid: 1598, cashOndelivery: 0, orderStatus: 'Placed' },
    })
    expect((await verify(browser.response)).json()).toEqual(first.json())
    expect([(await orders()).length, await cart(), await stock()]).toEqual([1, [], 8])
  })

  test.each(['shopper', 'administrator'])('and a repeated verification succeeds after the %s cancelled it', async (who) => {
    const { pay, verify, status, cookies } = await checkout()
    const { browser, payment } = await pay()
    const first = await verify(browser.response)
    const { _id } = first.json().order
    const cancelled =
      who === 'shopper'
        ? await request('POST', `/order/${_id}/cancel`, { cookies })
        : await request('POST', `/order/admin/${_id}/move`, {
            cookies: (await signInAdministrator({ request, database })).cookies,
            body: { from: 'Placed', to: 'Cancelled' },
          })
    expect(cancelled.statusCode).toBe(200)
    await makeRefundsDue({ database })
    await work()
    const again = await verify(browser.response)
    expect([again.statusCode, again.json()]).toEqual([200, first.json()])
    expect((await status()).json()).toMatchObject({
      status: 'paid',
      paymentId: payment.id,
      order: { orderStatus: 'Cancelled', paymentStatus: 'Refunded' },
    })
  })

  test('through the webhook alone, when the browser was closed', async () => {
    const { pay, orderId, orders, cart } = await checkout()
    await pay()
    expect((await sendWebhook({ request, orderId })).statusCode).toBe(200)
    await work()
    expect([(await orders()).length, await cart()]).toEqual([1, []])
  })

  test('through the job alone, without browser and webhook', async () => {
    const { pay, orderId, orders } = await checkout()
    await pay()
    await expireHold({ database, orderId })
    await work()
    expect(await orders()).toMatchObject([{ paymentStatus: 'Paid' }])
  })

  test('through all of them at once', async () => {
    const { pay, verify, orderId, orders, stock, status } = await checkout()
    const { browser } = await pay()
    const eventId = randomUUID()
    await Promise.all([
      ...[1, 2, 3].map(() => verify(browser.response)),
      ...[1, 2, 3].map(() => sendWebhook({ request, orderId, eventId })),
      sendWebhook({ request, orderId, event: 'order.paid' }),
      ...[1, 2].map(() => work()),
      status(),
    ])
    await work()
    expect([(await orders()).length, await stock()]).toEqual([1, 8])
    expect((await database.selectFrom('payment_events').selectAll().where('provider_event_id', '=', eventId).execute()).length).toBe(1)
  })

  test('with the quantities of the checkout; items added later stay in the cart', async () => {
    const { cookies, tee, pay, verify, cart } = await checkout()
    const { browser } = await pay()
    await request('PATCH', `/cart/${tee.id}`, { cookies, body: { quantity: 5, size: 'M' } })
    const { order } = (await verify(browser.response)).json()
    expect(order.products).toMatchObject([{ quantity: 2 }])
    expect(await cart()).toMatchObject([{ quantity: 3 }])
  })
})

describe('false reports are rejected', () => {
  test('a forged signature', async () => {
    const { pay, verify, orders } = await checkout()
    const { browser } = await pay()
    const reply = await verify({ ...browser.response, razorpay_signature: 'a'.repeat(64) } as never)
    expect([reply.statusCode, reply.json().error]).toEqual([400, 'An error occurred while verifying payment.'])
    expect(await orders()).toEqual([])
  })

  test('a payment of another shopper', async () => {
    const { pay, verify, status, orders } = await checkout()
    const { browser } = await pay()
    const other = await signInShopper({ request })
    expect((await verify(browser.response, other.cookies)).statusCode).toBe(404)
    expect((await status(other.cookies)).statusCode).toBe(404)
    expect(await orders()).toEqual([])
  })

  test('a forged webhook, one without a signature, and one that is not JSON', async () => {
    const { orderId, orders } = await checkout()
    expect((await sendWebhook({ request, orderId, secret: 'guessed' })).statusCode).toBe(400)
    expect(
      (await request('POST', '/payments/razorpay/webhook', { body: '{}', headers: { 'content-type': 'application/json' } })).statusCode,
    ).toBe(400)
    const nonsense = await request('POST', '/payments/razorpay/webhook', {
      body: '{',
      headers: { 'content-type': 'application/json', 'x-razorpay-signature': signWebhook('{'), 'x-razorpay-event-id': 'e' },
    })
    expect(nonsense.statusCode).toBe(400)
    expect(await orders()).toEqual([])
  })

  test('a webhook about an unpaid payment', async () => {
    const { orderId, orders } = await checkout()
    await sendWebhook({ request, orderId })
    await work()
    expect(await orders()).toEqual([])
  })

  test('a payment of another amount is recorded as a discrepancy', async () => {
    const { pay, verify, orderId, orders, payment } = await checkout()
    await database
      .updateTable('payments')
      .set({ amount_paise: 100_000 as never })
      .where('provider_order_id', '=', orderId)
      .execute()
    const { browser } = await pay()
    expect((await verify(browser.response)).statusCode).toBe(409)
    expect(await orders()).toEqual([])
    expect((await payment()).discrepancy).toMatch(/paid 159800 INR .* expected 100000/)
  })

  test('a payment of the same number in another currency is recorded as a discrepancy', async () => {
    const { pay, verify, orderId, orders, payment } = await checkout()
    const { browser } = await pay()
    const attempts = await gateway.fetchPayments(orderId)
    vi.spyOn(gateway, 'fetchPayments').mockResolvedValue(attempts.map((attempt) => ({ ...attempt, currency: 'USD' })))
    expect((await verify(browser.response)).statusCode).toBe(409)
    expect(await orders()).toEqual([])
    expect((await payment()).discrepancy).toMatch(/paid 159800 USD .* expected 159800 INR/)
  })
})

test.each(['card', 'upi', null])('the page of an order knows that it was paid with %s', async (method) => {
  const { pay, verify, orderId, cookies, payment } = await checkout()
  const { browser } = await pay()
  const attempts = await gateway.fetchPayments(orderId)
  expect(attempts).toMatchObject([{ method: 'card' }])
  vi.spyOn(gateway, 'fetchPayments').mockResolvedValue(attempts.map((attempt) => ({ ...attempt, method })))
  expect((await verify(browser.response)).statusCode).toBe(200)
  const { order_id: id } = await payment()
  const reply = await request('GET', `/order/${id}/refunds`, { cookies })
  expect(reply.json().paymentMethod).toBe(method ?? undefined)
})

describe('failure and delay', () => {
  test('after a decline the order can still be paid', async () => {
    const { pay, verify, status, orders } = await checkout()
    await pay({ decision: 'failure' })
    expect((await status()).json()).toEqual({ status: 'failed', message: null, paymentId: null, order: null })
    const { browser } = await pay()
    expect((await verify(browser.response)).statusCode).toBe(200)
    expect(await orders()).toHaveLength(1)
  })

  test('a payment window that is closed leaves the payment open, and its hold expires', async () => {
    const { status, orderId, stock } = await checkout()
    expect((await status()).json().status).toBe('open')
    await expireHold({ database, orderId })
    await work()
    expect(await stock()).toBe(10)
  })

  test('without an answer of the provider the outcome is unknown', async () => {
    const { pay, verify, orders } = await checkout()
    const { browser } = await pay()
    await control('faults', { kind: 'drop', path: '/payments', method: 'GET' })
    const reply = await verify(browser.response)
    expect([reply.statusCode, reply.json().code]).toEqual([503, 'payment_unknown'])
    expect((await verify(browser.response)).statusCode).toBe(200)
    expect(await orders()).toHaveLength(1)
  })
})

test('a payment after its hold is refunded when the product was deleted', async () => {
  const { pay, verify, orderId, orders, stock, tee } = await checkout()
  await expireHold({ database, orderId })
  await work()
  const admin = await signInAdministrator({ request, database })
  expect((await request('DELETE', `/products/${tee.id}`, { cookies: admin.cookies })).statusCode).toBe(200)
  expect((await verify((await pay()).browser.response)).json().code).toBe('payment_refunded')
  await work()
  expect(await orders()).toMatchObject([{ orderStatus: 'Cancelled', paymentStatus: 'Refunded' }])
  expect(await stock()).toBe(10)
})

describe('a paid order that is cancelled', () => {
  test('is refunded once, also when the request is repeated', async () => {
    const { pay, verify, cookies, orders, stock } = await checkout()
    const { browser, payment } = await pay()
    const { order } = (await verify(browser.response)).json()
    await control('faults', { kind: 'drop', when: 'after', path: '/refund', method: 'POST' })
    await Promise.all([1, 2, 3].map(() => request('POST', `/order/${order._id}/cancel`, { cookies })))
    await work()
    await makeRefundsDue({ database })
    await work()
    expect(await orders()).toMatchObject([{ orderStatus: 'Cancelled', paymentStatus: 'Refunded' }])
    expect(await stock()).toBe(10)
    const state = await control<{ refunds: { payment_id: string }[] }>('state')
    expect(state.refunds.filter((refund) => refund.payment_id === payment.id)).toHaveLength(1)
  })
})

test('the database rejects any other status after paid', async () => {
  const { pay, verify, orderId } = await checkout()
  await verify((await pay()).browser.response)
  await expect(
    database.updateTable('payments').set({ status: 'failed' }).where('provider_order_id', '=', orderId).execute(),
  ).rejects.toThrow('cannot go from paid to failed')
})
