import { beforeEach, describe, expect, test } from 'vitest'
import type { AdminOrderDetail } from '#contract/orders/admin-orders.ts'
import { expireHold, makeRefundsDue } from '#testing/card-checkout.ts'
import { address, buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { createPhone } from '#testing/guest-checkout.ts'
import { createOffers } from '#testing/offers.ts'
import { collectMails } from '#testing/send-mails.ts'
import { signInShopper } from '#testing/shoppers.ts'
import { startPayingApp } from '#testing/start-shop.ts'
import { createConfirmationLinks, createPaymentLinks } from '../../orders/order/order-links.ts'
import { runPaymentMaintenance } from '../settlement/run-payment-maintenance.ts'
import { releaseExpiredHolds } from './holds.ts'

const shop = await startPayingApp({ environment: { LIMITS_FACTOR: '1000' } })
const { gateways, control, request, database, trackingKey } = shop
const offers = await createOffers({ request, database })
const { cookies } = offers
const links = createPaymentLinks({ key: trackingKey })
const confirmationLinks = createConfirmationLinks({ key: trackingKey })

const work = async () => {
  await makeRefundsDue({ database })
  await runPaymentMaintenance({ database, gateways })
  await releaseExpiredHolds({ database })
}
const read = async (id: string) => (await request('GET', `/order/admin/${id}`, { cookies })).json<AdminOrderDetail>()
async function transition(id: string, ...statuses: string[]) {
  for (const to of statuses) expect((await request('POST', `/order/admin/${id}/move`, { cookies, body: { to } })).statusCode).toBe(200)
}
const addOnlineOffer = (more: object = {}) =>
  offers.add({ kind: 'pay_online', code: null, title: 'Paid online', percent: 5, amount: null, ...more })
beforeEach(async () => void (await database.updateTable('offers').set({ active: false }).execute()))

/** A guest's order on delivery of two tees of ₹799. */
async function place(more: object = {}) {
  const tee = await createTestProduct({ database, price: 799, stock: 10 })
  const order = buildGuestOrder([{ ...tee, size: 'M', quantity: 2 }])
  const phone = createPhone()
  const email = `${phone}@example.com`
  const body = { ...order, deliveryAddress: { ...address, phone, email }, ...more }
  const placed = await request('POST', '/guest/cashondelivery', { body })
  const { _id: id, number } = placed.json().order as { _id: string; number: string }
  const [, token] = links.create(id).split('/o/')
  const open = async (amount?: number) => (await request('POST', '/order/confirmation/pay', { body: { token, amount } })).json()
  return {
    id,
    number,
    phone,
    email,
    token,
    open,
    find: async () => (await request('POST', '/order/payment/find', { body: { token } })).json(),
    pay: (orderId: string) => control<{ payment: { id: string } }>('payments', { order_id: orderId }),
    check: async () => (await request('POST', '/order/confirmation/payment', { body: { token } })).json().status,
    remove: async () => {
      const { version } = await read(id)
      return request('POST', `/order/admin/${id}/remove`, { cookies, body: { line: 1, quantity: 1, version } })
    },
  }
}

describe('an order on delivery that is paid online', () => {
  test('names the saving beside its link: tracked, on its page and in its mail, while the offer counts', async () => {
    const { _id } = await addOnlineOffer()
    const { number, phone, email } = await place()
    const track = async () => (await request('POST', '/order/track', { body: { number, phone } })).json()
    expect(await track()).toMatchObject({ payOnlineLink: expect.any(String), payOnlineSaving: 80 })
    const mail = (await collectMails(shop)).find(({ to }) => to.address === email)
    expect(mail?.text).toContain('Pay online now and save ₹80')
    const shopper = await signInShopper({ request })
    const tee = await createTestProduct({ database, price: 799, stock: 10 })
    await request('POST', '/cart/add', { cookies: shopper.cookies, body: { product: tee.id, size: 'M', quantity: 1 } })
    const own = await request('POST', '/cod/cashondelivery', { cookies: shopper.cookies, body: { ...address, phone: createPhone() } })
    const readOwn = async () => (await request('GET', `/order/${own.json().order._id}`, { cookies: shopper.cookies })).json()
    expect(await readOwn()).toMatchObject({ payOnlineSaving: 40 })
    await database.updateTable('offers').set({ active: false }).where('id', '=', _id).execute()
    for (const read of [track, readOwn]) expect(await read()).not.toHaveProperty('payOnlineSaving')
  })

  test('gets the discount for paying online as an event, and shows it before', async () => {
    const { _id } = await addOnlineOffer()
    const { id, find, open, pay, check } = await place()
    const discount = { kind: 'discount', labelCode: 'Paid online', amount: -80 }
    expect(await find()).toMatchObject({ totalPrice: 1598, online: { totalPrice: 1598, adjustments: [discount], toPay: 1518 } })
    expect([(await open(1598)).code, (await open(1518)).amount, await offers.used(_id)]).toEqual(['advance_changed', 151_800, 1])
    expect(await read(id)).not.toHaveProperty('adjustments')
    await pay((await open()).id)
    expect(await check()).toBe('paid')
    const { events, ...order } = await read(id)
    expect(order).toMatchObject({
      kind: 'card',
      totalPrice: 1598,
      adjustments: [discount],
      toPay: 1518,
      amountPaid: 1518,
      cashOndelivery: 0,
    })
    expect(events.map(({ event }) => event)).toEqual(['Placed', 'Discount for paying online: ₹80', 'Paid', 'Confirmed'])
    expect((await offers.uses(_id)).uses).toMatchObject([{ number: order.number, isCounted: true }])
    await transition(id, 'Cancelled')
    await work()
    expect([await read(id), await offers.used(_id)]).toMatchObject([{ paymentStatus: 'Refunded', amountRefunded: 1518 }, 0])
  })

  test('keeps the discount of its code beside it', async () => {
    await addOnlineOffer()
    const { code } = await offers.add()
    const { id, open, pay, check } = await place({ offerCode: code })
    const { id: orderId, amount } = await open()
    expect(amount).toBe(136_600)
    await pay(orderId)
    expect(await check()).toBe('paid')
    expect(await read(id)).toMatchObject({
      adjustments: [
        { labelCode: code, amount: -160 },
        { labelCode: 'Paid online', amount: -72 },
      ],
      toPay: 1366,
      amountPaid: 1366,
    })
  })

  test('loses the part of items that are removed before it is paid, and is refunded their price', async () => {
    await addOnlineOffer()
    const { id, open, pay, check, remove } = await place()
    const opened = await open()
    await remove()
    await pay(opened.id)
    expect(await check()).toBe('paid')
    await work()
    expect(await read(id)).toMatchObject({ totalPrice: 799, toPay: 759, amountPaid: 1518, amountRefunded: 759 })
  })

  test('has the discount of what is left when items are removed before it is opened again', async () => {
    const { _id } = await addOnlineOffer()
    const { open, remove } = await place()
    await open()
    await remove()
    expect([(await open()).amount, await offers.used(_id)]).toEqual([75_900, 1])
  })

  test('has no discount when it was packed before the payment arrived, which is sent back', async () => {
    const { _id } = await addOnlineOffer()
    const { id, open, pay, check } = await place()
    const opened = await open()
    await transition(id, 'Confirmed', 'Packed')
    const { payment } = await pay(opened.id)
    expect(await check()).toBe('refunded')
    await work()
    const refunds = await database.selectFrom('refunds').select('amount_paise').where('provider_payment_id', '=', payment.id).execute()
    expect([refunds, await offers.used(_id)]).toEqual([[{ amount_paise: 151_800 }], 0])
    const order = await read(id)
    expect([order.toPay, order.cashOndelivery, order.amountPaid]).toEqual([undefined, 1598, 0])
  })

  test('has no discount when an administrator took it by phone to be paid online', async () => {
    await addOnlineOffer()
    const { id, find, token } = await place()
    await database
      .updateTable('orders')
      .set({ flags: ['payment link'] })
      .where('id', '=', id)
      .execute()
    expect(await find()).not.toHaveProperty('online')
    const [, toConfirm] = confirmationLinks.create(id).split('/o/')
    expect((await request('POST', '/order/confirmation/find', { body: { token: toConfirm } })).json()).not.toHaveProperty('online')
    expect((await request('POST', '/order/confirmation/pay', { body: { token } })).json().amount).toBe(159_800)
  })
})

test('the page that confirms an order shows the discount for paying it online', async () => {
  await addOnlineOffer()
  const { id } = await place()
  await database
    .updateTable('orders')
    .set({ flags: ['value'] })
    .where('id', '=', id)
    .execute()
  const [, token] = confirmationLinks.create(id).split('/o/')
  const found = (await request('POST', '/order/confirmation/find', { body: { token } })).json()
  expect(found).toMatchObject({ totalPrice: 1598, online: { toPay: 1518 } })
})

describe('a limited discount for paying online', () => {
  test('is counted while the payment is open, and given back when its time is over', async () => {
    const { _id } = await addOnlineOffer({ limitTotal: 1 })
    const [first, second] = [await place(), await place()]
    const opened = await first.open()
    expect([(await first.open()).id, (await second.find()).online, (await second.open()).amount]).toEqual([opened.id, undefined, 159_800])
    await expireHold({ database, orderId: opened.id })
    await work()
    expect([await offers.used(_id), (await second.open()).amount]).toEqual([0, 151_800])
    // It is paid after all: what was paid for stays, and is not counted.
    await first.pay(opened.id)
    expect(await first.check()).toBe('paid')
    expect([(await read(first.id)).toPay, await offers.used(_id)]).toEqual([1518, 1])
  })

  test('is taken again by the same order when it opens the payment again', async () => {
    const { _id } = await addOnlineOffer({ limitTotal: 1 })
    const { open } = await place()
    const opened = await open()
    await expireHold({ database, orderId: opened.id })
    await work()
    expect([(await open()).id, await offers.used(_id)]).toEqual([opened.id, 1])
    await work()
    expect(await offers.used(_id)).toBe(1)
  })

  test('is given back when the order is cancelled and its payment arrives afterwards', async () => {
    const { _id } = await addOnlineOffer({ limitTotal: 1 })
    const { id, open, pay, check } = await place()
    const opened = await open()
    await transition(id, 'Cancelled')
    await pay(opened.id)
    expect([await check(), await offers.used(_id)]).toEqual(['refunded', 0])
  })

  test('is for as many orders as its limit when they are opened at once', async () => {
    const { _id } = await addOnlineOffer({ limitTotal: 2 })
    const placed = await Promise.all(Array.from({ length: 6 }, () => place()))
    const amounts = (await Promise.all(placed.map(({ open }) => open()))).map(({ amount }) => amount)
    expect(amounts.toSorted()).toEqual([151_800, 151_800, 159_800, 159_800, 159_800, 159_800])
    expect(await offers.used(_id)).toBe(2)
  })
})
