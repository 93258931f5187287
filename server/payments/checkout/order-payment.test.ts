import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { AdminOrderDetail } from '#contract/orders/admin-orders.ts'
import type { Order } from '#contract/orders/orders.ts'
import { makeRefundsDue, sendWebhook } from '#testing/card-checkout.ts'
import { address, buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { collectMails } from '#testing/send-mails.ts'
import { signInShopper } from '#testing/shoppers.ts'
import { startPayingShop } from '#testing/start-shop.ts'
import { createConfirmationLinks, createPaymentLinks } from '../../orders/order/order-links.ts'
import { runPaymentMaintenance } from '../settlement/run-payment-maintenance.ts'
import { releaseExpiredHolds } from './holds.ts'

const shop = await startPayingShop()
const { gateway, gateways, control, request, database, trackingKey, admin } = shop
const links = createConfirmationLinks({ key: trackingKey })
const paymentLinks = createPaymentLinks({ key: trackingKey })
beforeEach(async () => void (await database.deleteFrom('limits').execute()))

const work = async () => {
  await makeRefundsDue({ database })
  await runPaymentMaintenance({ database, gateways })
  await releaseExpiredHolds({ database })
}
const transition = (id: string, ...statuses: string[]) =>
  statuses.reduce<Promise<unknown>>(
    (done, to) => done.then(() => request('POST', `/order/admin/${id}/move`, { cookies: admin.cookies, body: { to } })),
    Promise.resolve(),
  )

let phones = 9_600_000_000
/** An order that is to be confirmed because of its price, with the requests of the holder of its link. */
const placeFlagged = (order: { kind?: 'guest' | 'cod'; quantity?: number } = {}) => place({ price: 6_000, ...order })

async function place({ kind = 'guest', quantity = 1, price }: { kind?: 'guest' | 'cod'; quantity?: number; price: number }) {
  phones += 1
  const deliveryAddress = { ...address, phone: String(phones), email: `${phones}@example.com` }
  const tee = await createTestProduct({ database, price, stock: 3 })
  const shopper = await signInShopper({ request })
  await request('POST', '/cart/add', { cookies: shopper.cookies, body: { product: tee.id, size: 'M', quantity } })
  const reply =
    kind === 'cod'
      ? await request('POST', '/cod/cashondelivery', { cookies: shopper.cookies, body: deliveryAddress })
      : await request('POST', '/guest/cashondelivery', { body: { ...buildGuestOrder([{ ...tee, size: 'M', quantity }]), deliveryAddress } })
  const { _id: id } = reply.json<{ order: Order }>().order
  const { number } = reply.json<{ order: Order }>().order
  const token = links.create(id).split('/o/')[1]
  const payToken = paymentLinks.create(id).split('/o/')[1]
  return {
    id,
    number,
    phone: deliveryAddress.phone,
    email: deliveryAddress.email,
    token,
    payToken,
    cookies: shopper.cookies,
    findToPay: () => request('POST', '/order/payment/find', { body: { token: payToken } }),
    openByPayLink: () => request('POST', '/order/confirmation/pay', { body: { token: payToken } }),
    open: () => request('POST', '/order/confirmation/pay', { body: { token } }),
    check: async () => (await request('POST', '/order/confirmation/payment', { body: { token } })).json().status,
    removeOne: async () => {
      const { version } = (await request('GET', `/order/admin/${id}`, { cookies: admin.cookies })).json<AdminOrderDetail>()
      const body = { line: 1, quantity: 1, version }
      return request('POST', `/order/admin/${id}/remove`, { cookies: admin.cookies, body })
    },
    answer: (isAccepted: boolean) => request('POST', '/order/confirmation', { body: { token, isAccepted } }),
    readPayment: async () => (await request('GET', `/order/admin/${id}/payment`, { cookies: admin.cookies })).json(),
    read: async () => (await request('GET', `/order/admin/${id}`, { cookies: admin.cookies })).json<AdminOrderDetail>(),
    readStock: async () => (await database.selectFrom('products').select('stock').where('id', '=', tee.id).executeTakeFirstOrThrow()).stock,
    pay: (orderId: string, more: object = {}) => control<{ payment: { id: string } }>('payments', { order_id: orderId, ...more }),
  }
}

describe('an order that is to be confirmed is paid online', () => {
  test.each(['guest', 'cod'] as const)('by its link (%s), and is confirmed as a card order', async (kind) => {
    const order = await placeFlagged({ kind })
    const opened = await order.open()
    expect([opened.statusCode, opened.json()]).toMatchObject([200, { amount: 600_000, currency: 'INR', keyId: gateway.keyId }])
    expect([await order.check(), (await order.read()).orderStatus]).toEqual(['unpaid', 'Placed'])
    await order.pay(opened.json().id)
    expect([await order.check(), await order.check(), await order.readStock()]).toEqual(['paid', 'paid', 2])
    const { events, ...paid } = await order.read()
    expect(paid).toMatchObject({ kind: 'card', orderStatus: 'Confirmed', paymentStatus: 'Paid', amountPaid: 6_000, cashOndelivery: 0 })
    expect(events.map(({ event }) => event)).toEqual(['Placed', 'Paid', 'Confirmed'])
    expect([(await order.open()).json().code, (await order.answer(false)).json().code]).toEqual([
      'order_payment_closed',
      'confirmation_closed',
    ])
    expect((await order.answer(true)).statusCode).toBe(200)
    if (kind === 'cod') expect((await request('GET', '/order/getorder', { cookies: order.cookies })).json().orders).toHaveLength(1)
  })

  test('with its old amount after an item was removed, and the difference is refunded', async () => {
    const order = await placeFlagged({ quantity: 2 })
    const { id } = (await order.open()).json()
    await order.removeOne()
    await order.pay(id)
    expect(await order.check()).toBe('paid')
    expect(await order.read()).toMatchObject({ kind: 'card', totalPrice: 6_000, amountPaid: 12_000, amountRefunded: 6_000 })
  })

  test('with its new amount when it is opened again after an item was removed', async () => {
    const order = await placeFlagged({ quantity: 2 })
    const before = (await order.open()).json()
    await order.removeOne()
    const after = (await order.open()).json()
    expect([before.amount, after.amount]).toEqual([1_200_000, 600_000])
    // The first window is still open, and both are paid.
    const [first] = [await order.pay(before.id), await order.pay(after.id)]
    expect(await order.check()).toBe('paid')
    await sendWebhook({ request, orderId: before.id, paymentId: first.payment.id })
    await work()
    const rows = await database.selectFrom('refunds').selectAll().where('provider_payment_id', '=', first.payment.id).execute()
    expect(rows).toMatchObject([{ amount_paise: 1_200_000, status: 'processed' }])
    expect(await order.read()).toMatchObject({ totalPrice: 6_000, amountPaid: 6_000, amountRefunded: 0 })
    expect(await order.check()).toBe('paid')
    expect(await order.readPayment()).toMatchObject({ payment: { amount: 6_000 }, sentBack: [{ amount: 12_000, refunded: 12_000 }] })
    expect((await order.read()).events.filter(({ type }) => type === 'Payment sent back')).toHaveLength(1)
  })

  test('once, however often it is opened and reported', async () => {
    const order = await placeFlagged()
    const opened = await Promise.all([order.open(), order.open(), order.open()])
    const ids = new Set(opened.map((reply) => reply.json().id))
    expect([opened.map(({ statusCode }) => statusCode), ids.size]).toEqual([[200, 200, 200], 1])
    const [id = ''] = ids
    const { payment } = await order.pay(id)
    await Promise.all([order.check(), sendWebhook({ request, orderId: id, paymentId: payment.id }), order.check()])
    await work()
    const { events, amountPaid } = await order.read()
    expect([events.map(({ event }) => event), amountPaid, await order.readStock()]).toEqual([['Placed', 'Paid', 'Confirmed'], 6_000, 2])
  })

  test('although the browser was closed', async () => {
    const order = await placeFlagged()
    const { id } = (await order.open()).json()
    const { payment } = await order.pay(id)
    await sendWebhook({ request, orderId: id, paymentId: payment.id })
    await work()
    expect((await order.read()).paymentStatus).toBe('Paid')
  })

  test('and is refunded when it is cancelled afterwards', async () => {
    const order = await placeFlagged()
    await order.pay((await order.open()).json().id)
    await order.check()
    await transition(order.id, 'Cancelled')
    await work()
    expect([await order.read(), await order.readStock()]).toMatchObject([{ orderStatus: 'Cancelled', paymentStatus: 'Refunded' }, 3])
    expect(await order.check()).toBe('refunded')
  })
})

describe('an order whose online payment was opened', () => {
  test('stays on delivery when the payment fails or is never made; its stock stays its own', async () => {
    const order = await placeFlagged()
    const { id } = (await order.open()).json()
    await order.pay(id, { decision: 'failure' })
    await order.check()
    await database
      .updateTable('payments')
      .set({ next_check_at: new Date(0), hold_ends_at: new Date(0) })
      .execute()
    await work()
    expect([await order.read(), await order.readStock()]).toMatchObject([
      { kind: 'guest', orderStatus: 'Placed', cashOndelivery: 6_000 },
      2,
    ])
    expect((await order.open()).json().id).toBe(id)
    await order.answer(true)
    await transition(order.id, 'Packed', 'Shipped', 'Delivered')
    const payment = (await request('GET', `/order/admin/${order.id}/payment`, { cookies: admin.cookies })).json()
    expect(payment).toMatchObject({ payment: { paymentId: null, amount: 6_000 } })
  })

  test('is refunded when it was cancelled before the payment arrived', async () => {
    const order = await placeFlagged()
    const { id } = (await order.open()).json()
    await order.answer(false)
    await order.pay(id)
    expect([await order.check(), await order.readStock()]).toEqual(['refunded', 3])
    await work()
    expect(await order.read()).toMatchObject({ orderStatus: 'Cancelled', paymentStatus: 'Refunded' })
  })

  test('is refunded when it was shipped with cash on delivery before the payment arrived', async () => {
    const order = await placeFlagged()
    const { id } = (await order.open()).json()
    await transition(order.id, 'Confirmed', 'Packed', 'Shipped')
    const { payment } = await order.pay(id)
    expect(await order.check()).toBe('refunded')
    await work()
    const refunds = await database
      .selectFrom('refunds')
      .select(['amount_paise', 'status'])
      .where('provider_payment_id', '=', payment.id)
      .execute()
    expect(refunds).toEqual([{ amount_paise: 600_000, status: 'processed' }])
    expect([await order.check(), await order.check()]).toEqual(['refunded', 'refunded'])
    expect(await order.readPayment()).toMatchObject({
      payment: null,
      sentBack: [{ paymentId: payment.id, amount: 6_000, refunded: 6_000, refunds: [{ amount: 6_000, status: 'processed' }] }],
    })
    expect((await order.read()).events.map(({ event }) => event)).toEqual(['Placed', 'Confirmed', 'Packed', 'Shipped', 'Payment sent back'])
    const mail = (await collectMails(shop)).findLast(({ to }) => to.address === order.email)
    expect(mail?.text).toMatch(/We have received your payment of ₹6,000, but your order is paid on delivery.*keep ₹6,000 ready/s)
    await transition(order.id, 'Delivered')
    expect(await order.read()).toMatchObject({ kind: 'guest', orderStatus: 'Delivered', amountPaid: 6_000, amountRefunded: 0 })
    expect(await order.readStock()).toBe(2)
  })

  test('needs its link, and an order that is not packed', async () => {
    const order = await placeFlagged()
    for (const token of ['', `${order.token}x`, order.token?.replace(order.id, '00000000-0000-7000-8000-000000000000')])
      expect((await request('POST', '/order/confirmation/pay', { body: { token } })).statusCode).toBe(404)
    await order.answer(true)
    expect((await order.open()).statusCode).toBe(200)
    await transition(order.id, 'Packed')
    expect((await order.open()).json().code).toBe('order_payment_closed')
  })
})

describe('an order on delivery that needs no confirmation', () => {
  test.each(['Placed', 'Confirmed'])('is paid online by the link of its tracking page while it is %s', async (status) => {
    const order = await place({ price: 799 })
    if (status === 'Confirmed') await transition(order.id, 'Confirmed')
    const tracked = (await request('POST', '/order/track', { body: { number: order.number, phone: order.phone } })).json()
    expect(tracked.payOnlineLink).toBe(paymentLinks.create(order.id))
    expect((await order.findToPay()).json()).toMatchObject({ number: order.number, totalPrice: 799 })
    const opened = (await order.openByPayLink()).json()
    // Neither a name nor an email address, which tracking does not reveal.
    expect(opened).toMatchObject({ amount: 79_900, contact: { firstName: '', lastName: '', email: '', phone: order.phone } })
    await order.pay(opened.id)
    expect(await order.check()).toBe('paid')
    expect(await order.read()).toMatchObject({ kind: 'card', orderStatus: 'Confirmed', amountPaid: 799, cashOndelivery: 0 })
    expect((await order.findToPay()).json().code).toBe('order_payment_closed')
    const after = (await request('POST', '/order/track', { body: { number: order.number, phone: order.phone } })).json()
    expect(after).not.toHaveProperty('payOnlineLink')
  })

  test('offers it to its shopper and administrators, and in its mails, until it is packed', async () => {
    const order = await place({ price: 799, kind: 'cod' })
    const readPage = async () => (await request('GET', `/order/${order.id}`, { cookies: order.cookies })).json()
    expect((await readPage()).payOnlineLink).toBe(paymentLinks.create(order.id))
    expect((await order.read()).payOnlineLink).toBe(paymentLinks.create(order.id))
    const placed = (await collectMails(shop)).findLast(({ to }) => to.address === order.email)
    expect(placed?.text).toMatch(/Pay online now:?\s+\S+\/o\//)
    await transition(order.id, 'Confirmed', 'Packed')
    expect(await readPage()).not.toHaveProperty('payOnlineLink')
    expect(await order.read()).not.toHaveProperty('payOnlineLink')
    expect((await order.openByPayLink()).json().code).toBe('order_payment_closed')
  })

  test('is refunded when it was packed before the payment arrived, because its label asks for the cash', async () => {
    const order = await place({ price: 799 })
    const { id } = (await order.openByPayLink()).json()
    await transition(order.id, 'Confirmed', 'Packed')
    await order.pay(id)
    expect(await order.check()).toBe('refunded')
    await work()
    expect(await order.read()).toMatchObject({ kind: 'guest', orderStatus: 'Packed', amountPaid: 0, cashOndelivery: 799 })
    expect(await order.readPayment()).toMatchObject({ payment: null, sentBack: [{ amount: 799, refunded: 799 }] })
  })

  test('is neither confirmed nor cancelled by its link to pay', async () => {
    const order = await place({ price: 6_000 })
    for (const isAccepted of [true, false])
      expect((await request('POST', '/order/confirmation', { body: { token: order.payToken, isAccepted } })).statusCode).toBe(404)
    expect((await request('POST', '/order/payment/find', { body: { token: order.token } })).statusCode).toBe(404)
    expect((await order.read()).orderStatus).toBe('Placed')
  })
})

test('a payment that a server of the version before writes has its kind', async () => {
  const insert = (fingerprint: string) =>
    sql<{ kind: string }>`
      insert into payments (amount_paise, cart_snapshot, delivery_address, fingerprint, hold_ends_at) values (100, '[]', '{}', ${fingerprint}, now())
      returning kind
    `.execute(database)
  expect([(await insert('order 1')).rows[0]?.kind, (await insert('0f')).rows[0]?.kind]).toEqual(['order', 'guest'])
})
