import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { AdminOrderDetail } from '#contract/orders/admin-orders.ts'
import { makeRefundsDue, sendWebhook } from '#testing/card-checkout.ts'
import { startGuestCheckout } from '#testing/guest-checkout.ts'
import { createOffers } from '#testing/offers.ts'
import { collectMails } from '#testing/send-mails.ts'
import { startPayingApp } from '#testing/start-shop.ts'
import { createPaymentLinks } from '../../orders/order/order-links.ts'
import { runPaymentMaintenance } from '../settlement/run-payment-maintenance.ts'

const shop = await startPayingApp({ environment: { LIMITS_FACTOR: '1000' } })
const { provider, gateways, control, request, database, trackingKey } = shop
const offers = await createOffers({ request, database })
const { cookies } = offers
const links = createPaymentLinks({ key: trackingKey })
await sql`insert into delivery_rules (prefix, deliver, cod, advance_paise) values ('', true, 'advance', 10000)`.execute(database)
beforeEach(async () => void (await database.updateTable('offers').set({ active: false }).execute()))

const work = async () => {
  await makeRefundsDue({ database })
  await runPaymentMaintenance({ database, gateways })
}
const read = async (id: string) => (await request('GET', `/order/admin/${id}`, { cookies })).json<AdminOrderDetail>()
const readParts = async (id: string) => (await request('GET', `/order/admin/${id}/payment`, { cookies })).json()
const refund = (id: string, body: object) => request('POST', `/order/admin/${id}/refund`, { cookies, body: { reason: 'Test', ...body } })
async function transition(id: string, ...statuses: string[]) {
  for (const to of statuses) expect((await request('POST', `/order/admin/${id}/move`, { cookies, body: { to } })).statusCode).toBe(200)
}
const remove = async (id: string) => {
  const { version } = await read(id)
  return request('POST', `/order/admin/${id}/remove`, { cookies, body: { line: 1, quantity: 1, version } })
}

/** A guest's order of two tees of ₹799 with an advance of ₹100, and the requests of the holder of its link. */
async function placeWithAdvance() {
  const checkout = await startGuestCheckout({ request, database, provider, payment: 'advance' })
  const { browser, payment } = await checkout.pay()
  const verified = await checkout.verify(browser.response)
  const { _id: id, number } = verified.json().order
  const [, token] = links.create(id).split('/o/')
  const open = async (more: object = {}) => (await request('POST', '/order/confirmation/pay', { body: { token, ...more } })).json()
  const pay = (orderId: string) => control<{ payment: { id: string } }>('payments', { order_id: orderId })
  const check = async () => (await request('POST', '/order/confirmation/payment', { body: { token } })).json().status
  return {
    ...checkout,
    id: id as string,
    number: number as string,
    advanceId: payment.id,
    verifyAgain: async () => (await checkout.verify(browser.response)).json(),
    placed: verified.json(),
    find: async () => (await request('POST', '/order/payment/find', { body: { token } })).json(),
    open,
    pay,
    check,
    /** pays the rest and returns the id of that payment */
    async payRest() {
      const { payment: rest } = await pay((await open()).id)
      expect(await check()).toBe('paid')
      return rest.id
    },
  }
}

describe('the rest of an order with an advance', () => {
  test('is paid online by the link of its tracking page, and the courier collects nothing', async () => {
    const { id, number, phone, find, open, check, pay, advanceId, placed, verifyAgain, email } = await placeWithAdvance()
    const tracked = (await request('POST', '/order/track', { body: { number, phone } })).json()
    expect(tracked.payOnlineLink).toBe(links.create(id))
    expect(await find()).toMatchObject({ totalPrice: 1598, advance: 100, amount: 1498 })
    expect([(await open({ amount: 1598 })).code, await check()]).toEqual(['advance_changed', 'unpaid'])
    const opened = await open({ amount: 1498 })
    expect(opened.amount).toBe(149_800)
    const { payment } = await pay(opened.id)
    await Promise.all([check(), sendWebhook({ request, orderId: opened.id, paymentId: payment.id }), check()])
    await work()
    expect(await check()).toBe('paid')
    const { events, ...order } = await read(id)
    expect(order).toMatchObject({ kind: 'card', orderStatus: 'Confirmed', paymentStatus: 'Paid', amountPaid: 1598, cashOndelivery: 0 })
    expect(order).not.toHaveProperty('advance')
    expect(events.map(({ event }) => event)).toEqual(['Placed', 'Advance paid', 'Paid', 'Confirmed'])
    expect((await open()).code).toBe('order_payment_closed')
    expect(await readParts(id)).toMatchObject({ payment: { paymentIds: [advanceId, payment.id], amount: 1598, refunded: 0, refunds: [] } })
    expect((await verifyAgain()).order).toEqual({ ...placed.order, orderStatus: 'Placed' })
    const mails = (await collectMails(shop)).filter(({ to }) => to.address === email)
    expect(mails.some(({ subject }) => subject.includes('has been placed and paid'))).toBe(true)
  })

  test('and the advance are refunded when the order is cancelled, unless that is undone', async () => {
    const { id, payRest, advanceId, stock } = await placeWithAdvance()
    const restId = await payRest()
    await transition(id, 'Cancelled')
    const { version } = await read(id)
    expect((await request('POST', `/order/admin/${id}/undo`, { cookies, body: { version } })).statusCode).toBe(200)
    expect([await read(id), await stock()]).toMatchObject([{ orderStatus: 'Confirmed', amountRefunded: 0 }, 8])
    await transition(id, 'Cancelled')
    await work()
    expect([await read(id), await stock()]).toMatchObject([{ paymentStatus: 'Refunded', amountRefunded: 1598 }, 10])
    const rows = await database
      .selectFrom('refunds')
      .select(['provider_payment_id', 'amount_paise', 'status'])
      .where('provider_payment_id', 'in', [advanceId, restId])
      .orderBy('amount_paise')
      .execute()
    expect(rows).toEqual([
      { provider_payment_id: advanceId, amount_paise: 10_000, status: 'processed' },
      { provider_payment_id: restId, amount_paise: 149_800, status: 'processed' },
    ])
  })

  test('is refunded first when an administrator refunds a part, and never more than both', async () => {
    const { id, payRest } = await placeWithAdvance()
    await payRest()
    expect((await refund(id, { amount: 1599, refunded: 0 })).json().code).toBe('refund_too_large')
    expect((await refund(id, { amount: 1498, refunded: 0 })).statusCode).toBe(200)
    await work()
    expect(await read(id)).toMatchObject({ paymentStatus: 'Paid', amountRefunded: 1498 })
    expect((await refund(id, { amount: 50, refunded: 0 })).json().code).toBe('refund_changed')
    expect((await refund(id, { refunded: 1498 })).statusCode).toBe(200)
    await work()
    expect(await read(id)).toMatchObject({ paymentStatus: 'Refunded', amountRefunded: 1598 })
    expect((await refund(id, { refunded: 1598 })).json().code).toBe('refund_too_large')
  })

  test('is lower after items were removed, and what was paid too much is refunded', async () => {
    const { id, open, pay, check } = await placeWithAdvance()
    const before = await open()
    expect((await remove(id)).statusCode).toBe(200)
    await pay(before.id)
    expect(await check()).toBe('paid')
    await work()
    expect(await read(id)).toMatchObject({ totalPrice: 799, amountPaid: 1598, amountRefunded: 799, cashOndelivery: 0 })
    const other = await placeWithAdvance()
    await remove(other.id)
    expect((await other.open()).amount).toBe(69_900)
  })

  test('keeps what was refunded of the advance as goodwill', async () => {
    const { id, open, pay, check } = await placeWithAdvance()
    await refund(id, { amount: 40, refunded: 0 })
    await work()
    const before = await open()
    await remove(id)
    await pay(before.id)
    expect(await check()).toBe('paid')
    await work()
    // ₹60 of the advance and ₹699 are kept.
    expect(await read(id)).toMatchObject({ totalPrice: 799, amountPaid: 1598, amountRefunded: 839 })
  })

  test('gets the discount for paying online', async () => {
    await offers.add({ kind: 'pay_online', code: null, title: 'Paid online', percent: 5 })
    const { id, find, payRest } = await placeWithAdvance()
    expect(await find()).toMatchObject({ amount: 1418, online: { toPay: 1518 } })
    await payRest()
    expect(await read(id)).toMatchObject({ toPay: 1518, amountPaid: 1518, cashOndelivery: 0 })
  })

  test('has no discount that leaves nothing to pay', async () => {
    await offers.add({ kind: 'pay_online', code: null, title: 'Paid online', percent: null, amount: 1498 })
    const { find, open } = await placeWithAdvance()
    expect([(await find()).amount, (await open()).amount]).toEqual([1498, 149_800])
  })

  test.each(['Packed', 'Cancelled'] as const)('is sent back when the order was %s before its payment arrived', async (status) => {
    const { id, open, pay, check, email } = await placeWithAdvance()
    const opened = await open()
    await transition(id, ...(status === 'Packed' ? ['Confirmed', 'Packed'] : ['Cancelled']))
    const { payment } = await pay(opened.id)
    expect(await check()).toBe('refunded')
    await work()
    const isPacked = status === 'Packed'
    const amounts = { amountPaid: 100, amountRefunded: isPacked ? 0 : 100, cashOndelivery: 1498, kind: 'guest' }
    expect(await read(id)).toMatchObject({ ...amounts, paymentStatus: isPacked ? 'Pending' : 'Refunded' })
    expect(await readParts(id)).toMatchObject({
      payment: { amount: 100 },
      sentBack: [{ paymentId: payment.id, amount: 1498, refunded: 1498 }],
    })
    const mail = (await collectMails(shop)).findLast(({ to, subject }) => to.address === email && subject.includes('paid twice'))
    expect(mail?.text).toMatch(isPacked ? /but your order is paid on delivery/ : /but your order is cancelled/)
    if (isPacked) await transition(id, 'Shipped', 'Delivered')
    if (isPacked) expect(await read(id)).toMatchObject({ paymentStatus: 'Paid', amountPaid: 1598 })
  })

  test('is sent back when the advance has become all that is to be paid', async () => {
    await sql`update delivery_rules set advance_paise = 100000`.execute(database)
    const { id, open, pay, check } = await placeWithAdvance()
    await sql`update delivery_rules set advance_paise = 10000`.execute(database)
    const opened = await open()
    expect(opened.amount).toBe(59_800)
    await remove(id)
    await pay(opened.id)
    expect(await check()).toBe('refunded')
    await work()
    expect(await read(id)).toMatchObject({ kind: 'card', amountPaid: 1000, amountRefunded: 201, totalPrice: 799 })
  })
})
