import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { quantities } from '#contract/kernel/business.ts'
import { toIndianDay } from '#contract/kernel/indian-time.ts'
import type { AdminOrderDetail } from '#contract/orders/admin-orders.ts'
import { address, createTestProduct } from '#testing/factories.ts'
import { collectMails, makeMailsDue } from '#testing/send-mails.ts'
import { createTaxedOrders, taxedShop } from '#testing/tax.ts'
import { createTestApp } from '#testing/test-app.ts'

const shop = await createTestApp({ environment: { ...taxedShop, DEMO: 'off' } })
const { request, database } = shop
const { cookies, issue, readStored } = await createTaxedOrders(shop)

const tee = await createTestProduct({ database, price: 800, stock: 500 })
const coat = await createTestProduct({ database, price: 1_200, stock: 500 })

beforeEach(async () => {
  await database.deleteFrom('outbox_mails').execute()
})

const upi = { method: 'upi', reference: ' UPI 4711​ ' }
const today = toIndianDay()
const daysAgo = (days: number) => toIndianDay(Date.now() - days * 86_400_000)
const products = [tee, coat].map(({ id: product }) => ({ product, size: 'M', quantity: 1 }))
const takenAway = { isTakenAway: true, deliveryAddress: undefined }

const send = (more: object) => {
  const body = { products, totalPrice: 2_000, payment: 'paid', manualPayment: upi, deliveryAddress: address, ...more }
  return request('POST', '/order/admin', { cookies, headers: { 'idempotency-key': randomUUID() }, body })
}
const enter = async (more: object = {}) => {
  const reply = await send(more)
  expect([reply.statusCode, reply.json().fields]).toEqual([201, undefined])
  return reply.json<{ order: AdminOrderDetail }>().order
}
const read = async (id: string) => (await request('GET', `/order/admin/${id}`, { cookies })).json<AdminOrderDetail>()
const move = async (id: string, to: string) => {
  const reply = await request('POST', `/order/admin/${id}/move`, { cookies, body: { to } })
  expect([to, reply.statusCode]).toEqual([to, 200])
}
const readPayouts = async (id: string) => {
  const { payouts } = (await request('GET', '/payouts?state=to%20pay', { cookies })).json()
  return payouts.filter(({ order }: { order: { _id: string } }) => order._id === id)
}
const readFigures = async (day: string) => (await request('GET', `/order/admin/summary?day=${day}`, { cookies })).json().figures
const readDifferences = async () => (await request('POST', '/documents/check', { cookies })).json()

describe('an order that is paid already', () => {
  test('is paid without a provider, and no courier collects anything', async () => {
    const { paidToShop: before } = await readFigures(today)
    const order = await enter()
    expect(order).toMatchObject({ kind: 'guest', orderStatus: 'Confirmed', paymentStatus: 'Paid', amountPaid: 2_000, cashOndelivery: 0 })
    expect(order).toMatchObject({ manualPayment: 'upi', manualPaymentDetails: { reference: 'UPI 4711', day: today, toPayBack: 0 } })
    expect([order.payOnlineLink, order.events.map(({ event }) => event)]).toEqual([undefined, ['Placed', 'Paid', 'Confirmed']])
    const { payment } = (await request('GET', `/order/admin/${order._id}/payment`, { cookies })).json()
    expect(payment).toMatchObject({ paymentId: null, amount: 2_000, refunded: 0 })
    expect(await readFigures(today)).toMatchObject({ paidToShop: { count: before.count + 1, amount: before.amount + 2_000 } })
    const [mail, ...others] = await collectMails(shop)
    expect([mail?.subject, others.length]).toEqual([`Order ${order.number} has been placed and paid`, 0])
    expect(mail?.text).toContain('Paid by UPI')
    expect(mail?.text).not.toMatch(/courier\.|Cash on delivery|online/)
  })

  test('stays paid when it is delivered and when that is undone, and cannot be refused', async () => {
    const order = await enter({ manualPayment: { method: 'cash' } })
    const { collected } = await readFigures(today)
    await move(order._id, 'Packed')
    await move(order._id, 'Shipped')
    expect((await read(order._id)).transitions).toEqual(['Delivered', 'Undelivered'])
    await move(order._id, 'Delivered')
    expect(await read(order._id)).toMatchObject({ paymentStatus: 'Paid', amountPaid: 2_000 })
    expect((await readFigures(today)).collected).toEqual(collected)
    const { version } = await read(order._id)
    expect((await request('POST', `/order/admin/${order._id}/undo`, { cookies, body: { version } })).statusCode).toBe(200)
    expect(await read(order._id)).toMatchObject({ orderStatus: 'Shipped', paymentStatus: 'Paid', amountPaid: 2_000 })
  })

  test('is paid back by hand when it is cancelled, and the undo withdraws that', async () => {
    const order = await enter()
    await move(order._id, 'Cancelled')
    const [payout] = await readPayouts(order._id)
    expect(payout).toMatchObject({ returnId: null, number: order.number, reason: 'cancelled', amount: 2_000 })
    const { version } = await read(order._id)
    expect((await request('POST', `/order/admin/${order._id}/undo`, { cookies, body: { version } })).statusCode).toBe(200)
    expect(await readPayouts(order._id)).toEqual([])
    await move(order._id, 'Cancelled')
    const [again] = await readPayouts(order._id)
    const paid = await request('POST', `/payouts/${again._id}/pay`, { cookies, body: { reference: 'UTR 1', version: again.version } })
    expect(paid.statusCode).toBe(200)
    expect(await read(order._id)).toMatchObject({ orderStatus: 'Cancelled', paymentStatus: 'Refunded', amountRefunded: 2_000 })
    expect(await database.selectFrom('refunds').selectAll().execute()).toEqual([])
  })

  test('is paid back by hand for removed items, and documents are what is kept', async () => {
    const order = await enter({ products: [{ ...products[0], quantity: 2 }, products[1]], totalPrice: 2_800 })
    const remove = async (line: number) => {
      const { version } = await read(order._id)
      return request('POST', `/order/admin/${order._id}/remove`, { cookies, body: { line, quantity: 1, version } })
    }
    expect([(await remove(1)).statusCode, (await remove(1)).statusCode]).toEqual([200, 200])
    const payout = { reason: 'items removed', amount: 800 }
    expect(await readPayouts(order._id)).toMatchObject([payout, payout])
    expect((await read(order._id)).manualPaymentDetails?.toPayBack).toBe(1_600)
    await move(order._id, 'Packed')
    await issue()
    expect(await readStored(order._id)).toMatchObject([{ kind: 'invoice', total_paise: 120_000 }])
    expect((await readDifferences()).differences).toEqual([])
  })

  test.each([
    [{ manualPayment: undefined }, 'manualPayment.method', 'Choose how it was paid.'],
    [{ manualPayment: { method: 'barter' } }, 'manualPayment.method', 'Choose how it was paid.'],
    [{ manualPayment: { ...upi, reference: 'x'.repeat(61) } }, 'manualPayment.reference', 'Reference is too long.'],
    [{ manualPayment: { ...upi, day: daysAgo(-1) } }, 'manualPayment.day', 'This day is in the future.'],
    [{ day: daysAgo(-1) }, 'day', 'This day is in the future.'],
    [{ day: daysAgo(31) }, 'day', 'Enter a day of the last 30 days.'],
    [{ day: '31-12-2026' }, 'day', 'Enter the day of the order.'],
    [{ ...takenAway, payment: 'on delivery' }, 'payment', 'Items that are taken away are paid at once: choose how they were paid.'],
    [{ deliveryAddress: undefined }, 'deliveryAddress', 'Enter the delivery address.'],
    [{ payment: 'link', day: today }, 'day', 'An order with a payment link is of today.'],
    [{ ...takenAway, buyer: { phone: '12' } }, 'buyer.phone', 'Phone must have 10 digits and start with 6, 7, 8 or 9.'],
  ])('is refused with %j', async (more, field, problem) => {
    const reply = await send(more)
    expect([reply.statusCode, reply.json().fields]).toEqual([400, { [field]: problem }])
  })
})

describe('an order whose items are taken away', () => {
  test('is delivered at once, without a parcel, charges and an address', async () => {
    const order = await enter({ ...takenAway, manualPayment: { method: 'cash' } })
    expect(order).toMatchObject({ orderStatus: 'Delivered', paymentStatus: 'Paid', isTakenAway: true, undo: null })
    expect(order.userDetails).toEqual({ name: 'Walk-in customer', email: '' })
    expect(order.deliveryAddress).toMatchObject({ state: 'Karnataka', phone: '' })
    expect([order.shipments, order.expectedBy, order.toPay]).toEqual([[], undefined, undefined])
    expect(await collectMails(shop)).toEqual([])
    await issue()
    const [invoice] = await readStored(order._id)
    expect(invoice).toMatchObject({ place_of_supply: '29', total_paise: 200_000, igst_paise: 0 })
    expect((await readDifferences()).differences).toEqual([])
  })

  test('tells its buyer by one mail, and shows neither packing nor a courier', async () => {
    const buyer = { name: 'Meera', email: 'meera@example.com', phone: '98765 43210' }
    const order = await enter({ ...takenAway, buyer })
    expect(order.userDetails).toEqual({ name: 'Meera', email: 'meera@example.com' })
    await makeMailsDue({ database })
    const mails = await collectMails(shop)
    expect(mails.map(({ subject }) => subject)).toEqual([`Order ${order.number} is paid and handed over`])
    const tracked = await request('POST', '/order/track', { body: { number: order.number, phone: buyer.phone } })
    expect(tracked.json().events.map(({ event }: { event: string }) => event)).toEqual(['Placed', 'Paid', 'Confirmed', 'Delivered'])
  })
})

test('an order of an earlier day has that day in lists and figures, and its invoice has the day of its issue', async () => {
  const day = daysAgo(3)
  const before = await readFigures(day)
  const order = await enter({ ...takenAway, day })
  expect([toIndianDay(new Date(order.createdAt)), order.manualPaymentDetails?.day]).toEqual([day, day])
  const listed = (await request('GET', `/cod/adminOrder?from=${day}&to=${day}`, { cookies })).json()
  expect(listed.orders.map(({ number }: { number: string }) => number)).toContain(order.number)
  const after = await readFigures(day)
  for (const figure of ['placed', 'delivered', 'paidToShop'])
    expect([figure, after[figure]]).toEqual([figure, { count: before[figure].count + 1, amount: before[figure].amount + 2_000 }])
  await issue()
  const stored = await database.selectFrom('documents').select('issued_at').where('order_id', '=', order._id).executeTakeFirstOrThrow()
  expect(toIndianDay(stored.issued_at)).toBe(today)
  const [sent, usual] = [await enter({ day }), await enter({})]
  expect(toIndianDay(new Date(sent.expectedBy ?? ''))).toBe(toIndianDay(new Date(usual.expectedBy ?? '')))
})

test('refusals are written for the administrator', async () => {
  const soldOut = await createTestProduct({ database, price: 800, stock: 0 })
  const line = (product: string, quantity = 1) => [{ product, size: 'M', quantity }]
  const refusals = [
    [{ products: line(soldOut.id), totalPrice: 800 }, `${soldOut.name} is sold out.`],
    [{ products: line(randomUUID()), totalPrice: 800 }, 'A product of this order is no longer available.'],
    [
      { products: [...line(tee.id, quantities.max), ...line(tee.id, 1)], totalPrice: 800 * (quantities.max + 1) },
      /^An order has at most \d+ of one item\./,
    ],
    [{ payment: 'link', manualPayment: undefined }, /^Your shop takes no online payments right now/],
    [{ totalPrice: 1_999 }, /^The items do not cost what you quoted\./],
  ] as const
  for (const [more, message] of refusals) expect((await send(more)).json().message).toMatch(message)
  const noSize = await send({ products: [{ product: tee.id, size: '', quantity: 1 }] })
  expect(noSize.json().fields).toEqual({ 'products.0.size': 'Choose the size of each item.' })
})
