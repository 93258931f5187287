import { describe, expect, test } from 'vitest'
import { toPaise } from '#contract/kernel/money.ts'
import type { OrderPayment } from '#contract/payments/payments.ts'
import { startCheckout } from '#testing/card-checkout.ts'
import { buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { sendMails } from '#testing/send-mails.ts'
import { startPayingShop } from '#testing/start-shop.ts'
import type { Mail } from '../mail/mailer.ts'
import { runPaymentMaintenance } from './settlement/run-payment-maintenance.ts'

const { provider, gateways, request, database, settings, trackingKey, images, admin } = await startPayingShop()
const { cookies } = admin

/** A paid card order of ₹1,598. */
async function payOrder() {
  const checkout = await startCheckout({ request, database, provider })
  const { browser } = await checkout.pay()
  const { order } = (await checkout.verify(browser.response)).json()
  const refund = (body: object) => request('POST', `/order/admin/${order._id}/refund`, { cookies, body: { reason: 'Returned', ...body } })
  const payment = async () =>
    (await request('GET', `/order/admin/${order._id}/payment`, { cookies })).json<{ payment: OrderPayment }>().payment
  return { ...checkout, id: order._id as string, refund, payment }
}

const listDiscrepancies = async () => (await request('GET', '/payments/mismatches', { cookies })).json().mismatches

describe('POST /order/admin/:id/refund', () => {
  test('refunds a part, then the rest', async () => {
    const { refund, payment, orders } = await payOrder()
    const first = await refund({ amount: 500.5, refunded: 0 })
    expect(first.json()).toMatchObject({ message: 'The refund is on its way', payment: { amount: 1598, refunded: 500.5 } })
    await runPaymentMaintenance({ database, gateways })
    expect((await payment()).refunds).toMatchObject([{ amount: 500.5, reason: 'Returned', status: 'processed', askedBy: admin.name }])
    expect((await orders())[0].paymentStatus).toBe('Paid')
    await refund({ refunded: 500.5 })
    await runPaymentMaintenance({ database, gateways })
    expect(await payment()).toMatchObject({ refunded: 1598, refunds: [{}, { amount: 1097.5, status: 'processed' }] })
    expect((await orders())[0].paymentStatus).toBe('Refunded')
  })

  test('the mail about each refund names its amount', async () => {
    const { refund } = await payOrder()
    await database.deleteFrom('outbox_mails').execute()
    const sent: Mail[] = []
    const mailer = { send: async (mail: Mail) => void sent.push(mail) }
    for (const body of [{ amount: 500.5, refunded: 0 }, { refunded: 500.5 }]) {
      await refund(body)
      await runPaymentMaintenance({ database, gateways })
      await sendMails({ shop: { database, settings, trackingKey, images }, mailer })
    }
    expect(sent.map(({ subject, text }) => [subject.replace(/^Order \S+ /, ''), /We have refunded (\S+) to your/.exec(text)?.[1]])).toEqual(
      [
        ['has been partly refunded', '₹500.50'],
        ['has been refunded', '₹1,097.50'],
      ],
    )
  })

  test('simultaneous requests refund once', async () => {
    const { refund, payment } = await payOrder()
    const replies = await Promise.all([1, 2, 3].map(() => refund({ amount: 500, refunded: 0 })))
    expect(replies.map((reply) => reply.statusCode).sort()).toEqual([200, 409, 409])
    expect((await payment()).refunded).toBe(500)
  })

  test('rejects more than was paid', async () => {
    const { refund, payment } = await payOrder()
    expect((await refund({ amount: 1598.01, refunded: 0 })).json().code).toBe('refund_too_large')
    await refund({ refunded: 0 })
    expect((await refund({ refunded: 1598 })).json().code).toBe('refund_too_large')
    expect((await payment()).refunded).toBe(1598)
  })

  test.each([
    [0.99, 'refund_too_small', 'The smallest refund is ₹1.'],
    [1597.01, 'refund_leaves_too_little', expect.stringContaining('Refund everything, or leave at least ₹1.')],
  ])('rejects %d of ₹1,598 with %s', async (amount, code, message) => {
    const { refund, payment } = await payOrder()
    const reply = await refund({ amount, refunded: 0 })
    expect([reply.statusCode, reply.json()]).toMatchObject([400, { code, message, fields: { amount: message } }])
    expect((await payment()).refunded).toBe(0)
    expect((await refund({ amount: 1597, refunded: 0 })).statusCode).toBe(200)
  })

  test.each([{ amount: 0 }, { amount: -5 }, { amount: 1.005 }, { reason: ' ' }, { refunded: undefined }])('rejects %o', async (wrong) => {
    const { refund } = await payOrder()
    expect((await refund({ amount: 1, refunded: 0, ...wrong })).statusCode).toBe(400)
  })

  test('an order that was not paid by card cannot be refunded', async () => {
    const tee = await createTestProduct({ database })
    const { order } = (await request('POST', '/guest/cashondelivery', { body: buildGuestOrder([tee]) })).json()
    expect((await request('GET', `/order/admin/${order._id}/payment`, { cookies })).json()).toEqual({
      payment: null,
      voidReason: null,
    })
    const reply = await request('POST', `/order/admin/${order._id}/refund`, { cookies, body: { reason: 'x', refunded: 0 } })
    expect([reply.statusCode, reply.json().code]).toEqual([404, 'refund_not_possible'])
  })
})

describe('GET /payments/mismatches', () => {
  test('is empty while payments and orders agree, and lists what does not', async () => {
    const { orderId, id } = await payOrder()
    const open = await startCheckout({ request, database, provider })
    expect(await listDiscrepancies()).toEqual([])
    await database
      .updateTable('payments')
      .set({ discrepancy: 'paid 100 INR as pay_x, expected 159800 INR' })
      .where('provider_order_id', '=', open.orderId)
      .execute()
    expect(await listDiscrepancies()).toMatchObject([
      { kind: 'another amount', message: expect.stringContaining('paid 100 INR'), shopper: { name: 'Asha Rao' } },
    ])
    await database.updateTable('payments').set({ discrepancy: null }).where('provider_order_id', '=', open.orderId).execute()
    await database.updateTable('payments').set({ order_id: null }).where('provider_order_id', '=', orderId).execute()
    expect(await listDiscrepancies()).toMatchObject([{ kind: 'paid without an order', amount: 1598, orderId: null }])
    await database.updateTable('payments').set({ order_id: id }).where('provider_order_id', '=', orderId).execute()
    await request('POST', `/order/admin/${id}/refund`, { cookies, body: { reason: 'Returned', refunded: 0, amount: 1 } })
    await database.updateTable('refunds').set({ status: 'failed', settled_at: new Date() }).where('amount_paise', '=', toPaise(1)).execute()
    expect(await listDiscrepancies()).toMatchObject([{ kind: 'refund failed', amount: 1, orderId: id }])
  })

  test('a payment that is only authorized is listed after half an hour', async () => {
    await database.updateTable('refunds').set({ status: 'processed', settled_at: new Date() }).execute()
    const open = await startCheckout({ request, database, provider })
    const age = (minutes: number) =>
      database
        .updateTable('payments')
        .set({ status: 'authorized', created_at: new Date(Date.now() - minutes * 60_000) })
        .where('provider_order_id', '=', open.orderId)
        .execute()
    await age(5)
    expect(await listDiscrepancies()).toEqual([])
    await age(31)
    expect(await listDiscrepancies()).toMatchObject([{ kind: 'money not taken' }])
  })
})
