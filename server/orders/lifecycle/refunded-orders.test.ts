import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { AdminOrderDetail } from '#contract/orders/admin-orders.ts'
import type { Order } from '#contract/orders/orders.ts'
import { startCheckout } from '#testing/card-checkout.ts'
import { buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { collectMails, makeMailsDue } from '#testing/send-mails.ts'
import { signInShopper } from '#testing/shoppers.ts'
import { startPayingShop } from '#testing/start-shop.ts'
import { runPaymentMaintenance } from '../../payments/settlement/run-payment-maintenance.ts'

const shop = await startPayingShop()
const {
  provider,
  gateway,
  gateways,
  request,
  database,
  cookies,
  admin: { name },
} = shop

const read = async (id: string) => (await request('GET', `/order/admin/${id}`, { cookies })).json<AdminOrderDetail>()
const readPayment = async (id: string) => (await request('GET', `/order/admin/${id}/payment`, { cookies })).json().payment
const transition = (id: string, to: string) => request('POST', `/order/admin/${id}/move`, { cookies, body: { to } })
const transitionAll = async (id: string, statuses: readonly string[]) => {
  for (const to of statuses) expect((await transition(id, to)).statusCode).toBe(200)
}
const refund = (id: string, body: object) =>
  request('POST', `/order/admin/${id}/refund`, { cookies, body: { reason: 'A loose seam', refunded: 0, ...body } })
const readToday = async () => (await request('GET', '/order/admin/daily?days=1', { cookies })).json().days[0]

/** A paid card order of ₹1,598. */
async function placeCard() {
  const checkout = await startCheckout({ request, database, provider })
  const { browser, payment } = await checkout.pay()
  const { order } = (await checkout.verify(browser.response)).json<{ order: Order }>()
  const refundInDashboard = async (paise: number) => {
    await gateway.refund({ paymentId: payment.id, amount: paise as never, key: randomUUID() })
  }
  return { ...checkout, id: order._id, refundInDashboard }
}

/** A guest order of ₹799, cash on delivery. */
async function placeGuest() {
  const tee = await createTestProduct({ database })
  return (await request('POST', '/guest/cashondelivery', { body: buildGuestOrder([tee]) })).json<{ order: Order }>().order._id
}

test('an order that is refunded in full is not confirmed, packed or shipped', async () => {
  for (const [before, next] of [
    [[], 'Confirmed'],
    [['Confirmed'], 'Packed'],
    [['Confirmed', 'Packed'], 'Shipped'],
  ] as const) {
    const { id } = await placeCard()
    await transitionAll(id, before)
    await refund(id, { amount: 500 })
    expect((await read(id)).transitions).toEqual([next, 'Cancelled'])
    await refund(id, { refunded: 500 })
    expect((await read(id)).transitions).toEqual(['Cancelled'])
    const reply = await transition(id, next)
    expect([reply.statusCode, reply.json()]).toMatchObject([
      409,
      { code: 'order_refunded', message: expect.stringContaining('refunded in full') },
    ])
    await runPaymentMaintenance({ database, gateways })
    expect((await transition(id, next)).json().code).toBe('order_refunded')
    expect((await transition(id, 'Cancelled')).statusCode).toBe(200)
  }
})

test('a failed refund does not stop an order', async () => {
  const { id } = await placeCard()
  await refund(id, {})
  expect((await read(id)).amountRefunded).toBe(1598)
  await database.updateTable('refunds').set({ status: 'failed', settled_at: new Date() }).where('status', '=', 'requested').execute()
  expect(await read(id)).toMatchObject({ amountRefunded: 0, transitions: ['Confirmed', 'Cancelled'] })
})

test('the refunded sum is part of an order, and what was paid stays', async () => {
  const { id, orders } = await placeCard()
  await refund(id, { amount: 500.5 })
  expect((await orders())[0]).toMatchObject({ amountPaid: 1598, amountRefunded: 500.5, paymentStatus: 'Paid' })
  await runPaymentMaintenance({ database, gateways })
  await refund(id, { refunded: 500.5 })
  await runPaymentMaintenance({ database, gateways })
  expect((await orders())[0]).toMatchObject({ amountPaid: 1598, amountRefunded: 1598, paymentStatus: 'Refunded' })
})

test('sales are payments less refunds, and cash counts when it is collected', async () => {
  const before = await readToday()
  const { id } = await placeCard()
  await refund(id, { amount: 500.5 })
  const [delivered, refused, undelivered, cancelled] = [await placeGuest(), await placeGuest(), await placeGuest(), await placeGuest()]
  expect(await readToday()).toMatchObject({ takings: before.takings + 1097.5, codDue: before.codDue + 4 * 799 })
  for (const order of [delivered, refused, undelivered]) await transitionAll(order, ['Confirmed', 'Packed', 'Shipped'])
  await transitionAll(delivered, ['Delivered'])
  await transitionAll(refused, ['Refused'])
  await transitionAll(undelivered, ['Undelivered'])
  await transitionAll(cancelled, ['Cancelled'])
  expect(await readToday()).toMatchObject({ takings: before.takings + 1097.5 + 799, codDue: before.codDue })
  await refund(delivered, { amount: 99 })
  expect(await readToday()).toMatchObject({ takings: before.takings + 1097.5 + 700, codDue: before.codDue })
  const { id: cancelledCard } = await placeCard()
  await transitionAll(cancelledCard, ['Cancelled'])
  expect(await readToday()).toMatchObject({ takings: before.takings + 1097.5 + 700 })
})

test('a prepaid parcel that comes back is undelivered, and its payment can be refunded', async () => {
  await database.deleteFrom('outbox_mails').execute()
  const { id, cookies: shopper } = await placeCard()
  await transitionAll(id, ['Confirmed', 'Packed', 'Shipped'])
  expect((await read(id)).transitions).toEqual(['Delivered', 'Undelivered'])
  await transitionAll(id, ['Undelivered'])
  expect(await read(id)).toMatchObject({ orderStatus: 'Undelivered', paymentStatus: 'Paid', transitions: [] })
  expect((await request('GET', `/order/${id}`, { cookies: shopper })).json().events.at(-1).event).toBe('Undelivered')
  await refund(id, { amount: 1498 })
  await runPaymentMaintenance({ database, gateways })
  expect(await read(id)).toMatchObject({ orderStatus: 'Undelivered', amountRefunded: 1498 })
  await makeMailsDue({ database })
  expect((await collectMails(shop)).find(({ about }) => about.event === 'Undelivered')?.text).toContain(
    'We will contact you about your refund',
  )
})

test('a parcel that is paid on delivery can be refused or undelivered', async () => {
  const id = await placeGuest()
  await transitionAll(id, ['Confirmed', 'Packed', 'Shipped'])
  expect((await read(id)).transitions).toEqual(['Delivered', 'Refused', 'Undelivered'])
})

test('money paid back for a cash order is recorded with its administrator', async () => {
  await database.deleteFrom('outbox_mails').execute()
  const id = await placeGuest()
  expect((await refund(id, {})).json().code, 'nothing has been collected').toBe('refund_not_possible')
  await transitionAll(id, ['Confirmed', 'Packed', 'Shipped', 'Delivered'])
  expect(await readPayment(id)).toEqual({ paymentId: null, amount: 799, refunded: 0, refunds: [] })
  const reply = await refund(id, { amount: 300 })
  expect(reply.json()).toMatchObject({
    message: 'The refund is recorded',
    payment: { refunded: 300, refunds: [{ amount: 300, reason: 'A loose seam', status: 'processed', askedBy: name }] },
  })
  const order = await read(id)
  expect(order).toMatchObject({ amountPaid: 799, amountRefunded: 300, paymentStatus: 'Paid' })
  expect(order.events.at(-1)).toMatchObject({ event: 'Refunded', actor: 'admin', actorName: name })
  await makeMailsDue({ database })
  const { text } = (await collectMails(shop)).find(({ about }) => about.event === 'Refunded') ?? {}
  expect(text).toContain('We have refunded ₹300.')
  expect(text).not.toContain('original payment method')
})

test('the refunds of a cash order are not more than what was collected', async () => {
  const id = await placeGuest()
  await transitionAll(id, ['Confirmed', 'Packed', 'Shipped', 'Delivered'])
  expect((await refund(id, { amount: 800 })).json().code).toBe('refund_too_large')
  const replies = await Promise.all([1, 2, 3].map(() => refund(id, { amount: 500 })))
  expect(replies.map((reply) => reply.statusCode).sort()).toEqual([200, 409, 409])
  await refund(id, { refunded: 500 })
  expect(await read(id)).toMatchObject({ amountRefunded: 799, paymentStatus: 'Refunded' })
  expect((await refund(id, { refunded: 799 })).json().code).toBe('refund_too_large')
})

test('a shopper sees the refunds of a cash order', async () => {
  const { cookies: shopper } = await signInShopper({ request })
  const tee = await createTestProduct({ database })
  await request('POST', '/cart/add', { cookies: shopper, body: { product: tee.id, size: 'M', quantity: 1 } })
  const { deliveryAddress } = buildGuestOrder([])
  const { order } = (await request('POST', '/cod/cashondelivery', { cookies: shopper, body: deliveryAddress })).json<{ order: Order }>()
  await transitionAll(order._id, ['Confirmed', 'Packed', 'Shipped', 'Delivered'])
  await refund(order._id, {})
  const { refunds } = (await request('GET', `/order/${order._id}/refunds`, { cookies: shopper })).json()
  expect(refunds).toMatchObject([{ amount: 799, state: 'done' }])
})
