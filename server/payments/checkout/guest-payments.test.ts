import { createHash, randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { expireHold, makeRefundsDue, sendWebhook } from '#testing/card-checkout.ts'
import { startGuestCheckout } from '#testing/guest-checkout.ts'
import { collectMails } from '#testing/send-mails.ts'
import { signInAdministrator, signInShopper } from '#testing/shoppers.ts'
import { startPayingApp } from '#testing/start-shop.ts'
import { runPaymentMaintenance } from '../settlement/run-payment-maintenance.ts'
import { releaseExpiredHolds } from './holds.ts'

const shop = await startPayingApp()
const { provider, gateway, gateways, request, database } = shop
const checkout = (more: object = {}) => startGuestCheckout({ request, database, provider, ...more })
const work = async () => {
  await runPaymentMaintenance({ database, gateways })
  await releaseExpiredHolds({ database })
}
const readRefunds = (paymentId: string) =>
  database.selectFrom('refunds').select(['amount_paise', 'status']).where('provider_payment_id', '=', paymentId).execute()

describe("a guest's payment becomes one card order without an account", () => {
  test('through the browser, which may report it twice', async () => {
    const { opened, token, pay, verify, outcome, orders, stock, email } = await checkout()
    expect([opened.statusCode, opened.json()]).toMatchObject([200, { amount: 159_800, currency: 'INR', keyId: gateway.keyId }])
    expect([Buffer.from(token, 'base64url').length, await stock(), (await outcome()).status]).toEqual([32, 8, 'open'])
    const { browser, payment } = await pay()
    const first = await verify(browser.response)
    expect(first.json()).toMatchObject({
      message: 'Payment Successful',
      order: { paymentStatus: 'Paid', amountPaid: 1598, cashOndelivery: 0, orderStatus: 'Placed' },
    })
    expect((await verify(browser.response)).json()).toEqual(first.json())
    expect(await orders()).toMatchObject([{ kind: 'card', user_id: null, paid_paise: 159_800, collect_paise: 0 }])
    expect([await stock(), await outcome()]).toMatchObject([8, { status: 'paid', paymentId: payment.id }])
    const opening = database.selectFrom('payments').select('kind').where('provider_payment_id', '=', payment.id)
    expect(await opening.executeTakeFirst()).toEqual({ kind: 'guest' })
    const { order } = first.json()
    const events = await database
      .selectFrom('order_events')
      .select(['event', 'actor'])
      .where('order_id', '=', order._id)
      .orderBy('id')
      .execute()
    expect(events).toEqual([
      { event: 'Placed', actor: 'guest' },
      { event: 'Paid', actor: 'system' },
    ])
    const mail = (await collectMails(shop)).find(({ to }) => to.address === email)
    expect(mail?.text).toContain(order.number)
  })

  test('through the webhook before the browser verifies it', async () => {
    const { orderId, pay, verify, orders, stock } = await checkout()
    const { browser } = await pay()
    await sendWebhook({ request, orderId })
    await work()
    expect(await orders()).toHaveLength(1)
    expect((await verify(browser.response)).json().order.paymentStatus).toBe('Paid')
    expect([(await orders()).length, await stock()]).toEqual([1, 8])
  })

  test('through the job alone, when the browser was closed', async () => {
    const { orderId, pay, orders } = await checkout()
    await pay()
    await expireHold({ database, orderId })
    await work()
    expect(await orders()).toMatchObject([{ payment_status: 'Paid' }])
  })

  test('through all of them at once', async () => {
    const { orderId, pay, verify, outcome, orders, stock } = await checkout()
    const { browser } = await pay()
    await Promise.all([
      ...[1, 2, 3].map(() => verify(browser.response)),
      ...[1, 2].map(() => sendWebhook({ request, orderId })),
      outcome(),
      work(),
      work(),
    ])
    await work()
    expect([(await orders()).length, await stock()]).toEqual([1, 8])
  })

  test('that is cancelled and refunded by an administrator', async () => {
    const { pay, verify, outcome, stock } = await checkout()
    const { browser, payment } = await pay()
    const { _id } = (await verify(browser.response)).json().order
    const { cookies } = await signInAdministrator({ request, database })
    await request('POST', `/order/admin/${_id}/move`, { cookies, body: { from: 'Placed', to: 'Cancelled' } })
    await makeRefundsDue({ database })
    await work()
    expect(await readRefunds(payment.id)).toEqual([{ amount_paise: 159_800, status: 'processed' }])
    expect([await stock(), (await outcome()).order.paymentStatus]).toEqual([10, 'Refunded'])
  })
})

describe("a guest's payment that arrives late", () => {
  test('takes the stock again', async () => {
    const { orderId, pay, outcome, orders, stock } = await checkout()
    await expireHold({ database, orderId })
    await work()
    expect(await stock()).toBe(10)
    await pay()
    expect([(await outcome()).status, await stock()]).toEqual(['paid', 8])
    expect(await orders()).toHaveLength(1)
  })

  test('is refunded when the items are gone', async () => {
    const { orderId, tee, pay, verify, outcome, orders } = await checkout()
    await expireHold({ database, orderId })
    await work()
    await database.updateTable('products').set({ stock: 1 }).where('id', '=', tee.id).execute()
    const { browser, payment } = await pay()
    expect((await verify(browser.response)).json().code).toBe('payment_refunded')
    await makeRefundsDue({ database })
    await work()
    expect(await readRefunds(payment.id)).toEqual([{ amount_paise: 159_800, status: 'processed' }])
    expect([(await outcome()).status, await orders()]).toMatchObject(['refunded', [{ status: 'Cancelled', payment_status: 'Refunded' }]])
  })

  test('is refunded when the guest has paid for the same items in another window', async () => {
    const { orderId, pay, open, orders, outcome } = await checkout()
    await expireHold({ database, orderId })
    await work()
    const again = (await open()).json()
    expect(again.id).not.toBe(orderId)
    await provider.control('payments', { order_id: again.id })
    expect((await outcome(again.token)).status).toBe('paid')
    const { payment } = await pay()
    expect((await outcome()).status).toBe('refunded')
    await makeRefundsDue({ database })
    await work()
    expect([(await orders()).length, await readRefunds(payment.id)]).toEqual([1, [{ amount_paise: 159_800, status: 'processed' }]])
  })
})

describe("a guest's payment that is not made", () => {
  test('failed can be tried again, and gives the stock back after 10 minutes', async () => {
    const { orderId, pay, outcome, payment, stock, orders } = await checkout()
    await pay({ decision: 'failure' })
    expect((await outcome()).status).toBe('failed')
    const { hold_ends_at, created_at } = await payment()
    expect(Math.round((hold_ends_at.getTime() - created_at.getTime()) / 60_000)).toBe(10)
    await expireHold({ database, orderId })
    await work()
    expect([await stock(), await orders()]).toEqual([10, []])
  })

  test('is the same one for the same idempotency key, also at once, until its hold has ended', async () => {
    const key = randomUUID()
    const { orderId, token, open, stock, opened } = await checkout({ key })
    const replies = await Promise.all([open({ key }), open({ key }), open({ key })])
    expect(replies.map((reply) => reply.json())).toEqual([1, 2, 3].map(() => opened.json()))
    expect(await stock()).toBe(8)
    expect((await open({ key, body: { totalPrice: 1 } })).json().code).toBe('key_reused')
    await expireHold({ database, orderId })
    await work()
    const again = (await open({ key })).json()
    expect([again.id === orderId, again.token === token, await stock()]).toEqual([false, false, 8])
    expect((await open({ key })).json()).toEqual(again)
  })

  test('is the same one for the same browser, items and address', async () => {
    const { opened, open, stock } = await checkout()
    const cookies = Object.fromEntries(opened.cookies.map(({ name, value }) => [name, value]))
    expect((await open({ cookies })).json()).toEqual(opened.json())
    expect(await stock()).toBe(8)
  })

  test('is another one for another browser with the same items and address, which learns nothing of the first', async () => {
    const { orderId, token, open, outcome, stock } = await checkout()
    const other = (await open()).json()
    expect([other.id === orderId, other.token === token, await stock()]).toEqual([false, false, 6])
    expect((await outcome()).status).toBe('open')
  })
})

test("a guest's payment that is not paid is in the guest's exported data", async () => {
  const { phone, orderId } = await checkout()
  const { cookies } = await signInAdministrator({ request, database })
  const { data } = (await request('POST', '/users/guest-data', { cookies, body: { phone } })).json()
  expect(data).toMatchObject({
    orders: [],
    payments: [{ amount: 1598, status: 'created', providerOrderId: orderId, deliveryAddress: { phone } }],
  })
})

describe('a guest who orders on delivery after opening a payment', () => {
  test('gets the held items, and a late payment is refunded', async () => {
    const { opened, buildOrder, pay, orders, outcome, stock } = await checkout({ stock: 2 })
    expect(await stock()).toBe(0)
    const other = await request('POST', '/guest/cashondelivery', { body: buildOrder() })
    expect([other.statusCode, other.json().code]).toEqual([409, 'sold_out'])
    const cookies = Object.fromEntries(opened.cookies.map(({ name, value }) => [name, value]))
    const placed = await request('POST', '/guest/cashondelivery', { cookies, body: buildOrder() })
    expect([placed.statusCode, await stock()]).toEqual([201, 0])
    const { payment } = await pay()
    expect((await outcome()).status).toBe('refunded')
    await makeRefundsDue({ database })
    await work()
    expect([(await orders()).map(({ kind }) => kind), await readRefunds(payment.id)]).toMatchObject([['guest'], [{ status: 'processed' }]])
  })
})

describe('false reports are rejected', () => {
  test('a wrong signature', async () => {
    const { pay, verify, orders } = await checkout()
    const { browser } = await pay()
    const reply = await verify({ ...browser.response, razorpay_signature: 'a'.repeat(64) } as never)
    expect([reply.statusCode, reply.json().error]).toEqual([400, 'An error occurred while verifying payment.'])
    expect(await orders()).toEqual([])
  })

  test('the token of another payment, a number in its place, and the hash of the token', async () => {
    const { orderId, token, pay, verify, orders } = await checkout()
    const other = await checkout()
    const { browser } = await pay()
    const hash = createHash('sha256').update(token).digest('base64url')
    for (const foreign of [other.token, orderId, hash, 'x']) {
      expect([(await verify(browser.response, foreign)).statusCode, foreign]).toEqual([404, foreign])
    }
    for (const foreign of [orderId, hash]) {
      expect((await request('POST', '/guest/payment', { body: { token: foreign } })).statusCode).toBe(404)
    }
    expect(await orders()).toEqual([])
    expect((await database.selectFrom('payments').selectAll().where('provider_order_id', '=', orderId).execute()).length).toBe(1)
  })

  test('the payment of a shopper, and of a guest by a shopper', async () => {
    const { orderId, pay } = await checkout()
    const { browser } = await pay()
    const { cookies } = await signInShopper({ request })
    expect((await request('GET', `/order/payment/${orderId}`, { cookies })).statusCode).toBe(404)
    expect((await request('POST', '/order/verify-payment', { cookies, body: browser.response ?? {} })).statusCode).toBe(404)
  })

  test('another total, and items that are sold out, hold nothing', async () => {
    const { open, stock } = await checkout()
    expect((await open({ body: { totalPrice: 1597 } })).json().code).toBe('prices_changed')
    const short = await checkout({ stock: 1 })
    expect([short.opened.statusCode, short.opened.json().code, await short.stock()]).toEqual([409, 'not_enough_stock', 1])
    expect(await stock()).toBe(8)
  })

  test('an address that a guest cannot order with', async () => {
    const { open } = await checkout()
    const reply = await open({ body: { deliveryAddress: { phone: '123' } } })
    expect([reply.statusCode, reply.json().code]).toEqual([400, 'invalid_request'])
  })
})
