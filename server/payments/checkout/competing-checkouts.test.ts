import { describe, expect, test } from 'vitest'
import { makeCheckDue, type SignedFields, startCheckout, startProvider } from '#testing/card-checkout.ts'
import { address, createTestProduct } from '#testing/factories.ts'
import { signInAdministrator } from '#testing/shoppers.ts'
import { createTestApp } from '#testing/test-app.ts'
import type { Gateway } from '../provider/gateway.ts'
import { toGateways } from '../provider/gateways.ts'
import { runPaymentMaintenance } from '../settlement/run-payment-maintenance.ts'

const provider = await startProvider()
const { control } = provider

/** Replaced by tests that delay or fail the creation of the provider's order. */
let createOrder: Gateway['createOrder'] = provider.gateway.createOrder
const gateways = toGateways([{ ...provider.gateway, createOrder: (order) => createOrder(order) }])
const { request, database } = await createTestApp({ gateways })
const checkout = (more: object = {}) => startCheckout({ request, database, provider, ...more })
type Checkout = Awaited<ReturnType<typeof checkout>>

const admin = await signInAdministrator({ request, database })
const countDiscrepancies = async () => (await request('GET', '/payments/mismatches', { cookies: admin.cookies })).json().mismatches.length

/** Opens another checkout of the same cart with another address. The hold moves to it. */
async function openSecondCheckout({ cookies, amount }: Checkout): Promise<string> {
  await request('POST', '/cart/', { cookies, body: { ...address, address: '13 Lake Road' } })
  return (await request('POST', '/order/create-order', { cookies, body: { amount: amount / 100 } })).json().id
}

const payOrder = (orderId: string) =>
  control<{ payment: { id: string }; browser: { response: SignedFields } }>('payments', { order_id: orderId })

/** The bank authorizes the payment late; `before` runs before that. */
async function authorizeLate({ pay, orderId }: Checkout, before: () => Promise<unknown>): Promise<string> {
  await control('next-outcome', { outcome: 'no_answer' })
  const { payment } = await pay()
  await before()
  await control('clock', { advance_seconds: 900 })
  await processPayment(orderId)
  await control(`payments/${payment.id}/late-authorize`, {})
  await processPayment(orderId)
  return payment.id
}

async function processPayment(orderId: string): Promise<void> {
  await makeCheckDue({ database, orderId })
  await runPaymentMaintenance({ database, gateways })
}

const readPayment = async (id: string) =>
  (await control<{ payment: { status: string; captured: boolean; amount_refunded: number } }>(`payments/${id}`)).payment
const countLive = async ({ _id }: Checkout) =>
  (await database.selectFrom('orders').select('id').where('user_id', '=', _id).where('status', '<>', 'Cancelled').execute()).length

describe('two checkouts of one cart', () => {
  test('the last item goes to the checkout that is paid, also when the other one holds it', async () => {
    const first = await checkout({ stock: 1, quantity: 1 })
    expect(await openSecondCheckout(first)).not.toBe(first.orderId)
    const { browser } = await first.pay()
    expect((await first.verify(browser.response)).statusCode).toBe(200)
    expect(await first.orders()).toMatchObject([{ orderStatus: 'Placed', paymentStatus: 'Paid' }])
    expect([await first.stock(), await first.cart()]).toEqual([0, []])
  })

  test('when both are paid, one order is placed and the other payment is refunded', async () => {
    const first = await checkout()
    const secondId = await openSecondCheckout(first)
    await first.verify((await first.pay()).browser.response)
    const { browser, payment } = await payOrder(secondId)
    for (const _ of [1, 2]) {
      const reply = await first.verify(browser.response)
      expect([reply.statusCode, reply.json().code, reply.json().error]).toEqual([
        409,
        'payment_refunded',
        'You had already ordered these items. This payment is being refunded in full.',
      ])
    }
    await runPaymentMaintenance({ database, gateways })
    expect((await request('GET', `/order/payment/${secondId}`, { cookies: first.cookies })).json()).toEqual({
      status: 'refunded',
      message: 'You had already ordered these items. This payment is being refunded in full.',
      paymentId: payment.id,
      order: null,
    })
    expect(await readPayment(payment.id)).toMatchObject({ status: 'refunded', amount_refunded: first.amount })
    expect([await countLive(first), await first.stock(), await countDiscrepancies()]).toEqual([1, 8, 0])
  })

  test('an authorization after the other was paid is not captured', async () => {
    const first = await checkout()
    const id = await authorizeLate(first, async () => {
      const { browser } = await payOrder(await openSecondCheckout(first))
      expect((await first.verify(browser.response)).statusCode).toBe(200)
    })
    expect(await readPayment(id)).toMatchObject({ status: 'authorized', captured: false })
    expect([await countLive(first), await first.stock()]).toEqual([1, 8])
    await database
      .updateTable('payments')
      .set({ created_at: new Date(0) })
      .where('provider_order_id', '=', first.orderId)
      .execute()
    expect(await countDiscrepancies()).toBe(0)
  })
})

describe('a cart that was ordered with cash on delivery during its card payment', () => {
  test('a late authorization is not captured, and its status is refunded', async () => {
    const late = await checkout()
    const id = await authorizeLate(late, async () => {
      expect((await request('POST', '/cod/cashondelivery', { cookies: late.cookies, body: address })).statusCode).toBe(201)
    })
    expect(await readPayment(id)).toMatchObject({ status: 'authorized', captured: false })
    expect([await countLive(late), await late.stock()]).toEqual([1, 8])
    expect((await late.status()).json()).toMatchObject({ status: 'refunded', order: null })
  })

  test('a payment in the window that was left open is refunded, and the new cart stays', async () => {
    const { pay, verify, stock, cart, cookies, tee, ...late } = await checkout()
    await request('POST', '/cod/cashondelivery', { cookies, body: address })
    await request('POST', '/cart/add', { cookies, body: { product: tee.id, size: 'M' } })
    const { browser, payment } = await pay()
    expect((await verify(browser.response)).json().code).toBe('payment_refunded')
    await runPaymentMaintenance({ database, gateways })
    expect(await readPayment(payment.id)).toMatchObject({ amount_refunded: late.amount })
    expect([await stock(), await cart()]).toMatchObject([8, [{ quantity: 1 }]])
  })

  test('a checkout of other products can still be paid', async () => {
    const { verify, pay, cookies, tee, orders } = await checkout()
    const jeans = await createTestProduct({ database })
    await request('DELETE', `/cart/${tee.id}/M`, { cookies })
    await request('POST', '/cart/add', { cookies, body: { product: jeans.id, size: 'M' } })
    await request('POST', '/cod/cashondelivery', { cookies, body: address })
    expect((await verify((await pay()).browser.response)).statusCode).toBe(200)
    expect(await orders()).toMatchObject([{ orderStatus: 'Placed' }])
  })
})

test('an item that was removed and added again stays in the cart after the payment', async () => {
  const { pay, verify, cookies, tee, cart } = await checkout()
  const { browser } = await pay()
  await request('DELETE', `/cart/${tee.id}/M`, { cookies })
  await request('POST', '/cart/add', { cookies, body: { product: tee.id, size: 'M' } })
  expect((await verify(browser.response)).statusCode).toBe(200)
  expect(await cart()).toMatchObject([{ quantity: 1 }])
})

describe('a double click while the provider is slow', () => {
  const price = 799

  /** Two calls; the provider answers when both have arrived. */
  async function clickTwice({ cookies, tee }: Checkout, answers: readonly ('answer' | 'fail')[]) {
    await request('PATCH', `/cart/${tee.id}`, { cookies, body: { size: 'M', quantity: 3 } })
    const both = Promise.withResolvers<void>()
    let calls = 0
    createOrder = async (order) => {
      const answer = answers[calls]
      calls += 1
      if (calls === 2) both.resolve()
      await both.promise
      return provider.gateway.createOrder(answer === 'fail' ? { ...order, receipt: 'r'.repeat(99) } : order)
    }
    const open = () => request('POST', '/order/create-order', { cookies, body: { amount: price * 3 } })
    const replies = await Promise.all([open(), open()])
    createOrder = provider.gateway.createOrder
    return replies
  }

  test('makes one payment, which can be paid', async () => {
    const cart = await checkout({ stock: 3, quantity: 1 })
    const [one, other] = await clickTwice(cart, ['answer', 'answer'])
    expect([one?.statusCode, other?.json()]).toEqual([200, one?.json()])
    expect(await database.selectFrom('payments').select('id').where('user_id', '=', cart._id).execute()).toHaveLength(2)
    const { browser } = await payOrder(one?.json().id)
    expect((await cart.verify(browser.response)).statusCode).toBe(200)
    expect(await cart.orders()).toMatchObject([{ orderStatus: 'Placed', totalPrice: price * 3 }])
    expect(await cart.stock()).toBe(0)
  })

  test('makes one payment when the provider rejects one of the calls', async () => {
    const cart = await checkout({ stock: 3, quantity: 1 })
    const replies = await clickTwice(cart, ['fail', 'answer'])
    const opened = replies.filter((reply) => reply.statusCode === 200).map((reply) => reply.json().id)
    expect(new Set(opened).size).toBe(1)
    const { browser } = await payOrder(opened[0])
    expect((await cart.verify(browser.response)).statusCode).toBe(200)
    expect(await cart.stock()).toBe(0)
  })
})
