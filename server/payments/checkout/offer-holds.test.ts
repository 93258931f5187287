import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { expireHold, makeRefundsDue, startCheckout } from '#testing/card-checkout.ts'
import { startGuestCheckout } from '#testing/guest-checkout.ts'
import { createOffers } from '#testing/offers.ts'
import { startPayingApp } from '#testing/start-shop.ts'
import { runPaymentMaintenance } from '../settlement/run-payment-maintenance.ts'
import { releaseExpiredHolds } from './holds.ts'

const { provider, gateways, request, database } = await startPayingApp()
const offers = await createOffers({ request, database })
const work = async () => {
  await runPaymentMaintenance({ database, gateways })
  await releaseExpiredHolds({ database })
}

/** A guest with an open payment for two tees of ₹799. */
const openAsGuest = (offerCode: string, more: object = {}) =>
  startGuestCheckout({ request, database, provider, more: { offerCode, ...more } })

/** A shopper with an open payment for two tees of ₹799, who has entered a code since. */
async function enterCode(code: string) {
  const checkout = await startCheckout({ request, database, provider })
  await request('POST', '/cart/offer', { cookies: checkout.cookies, body: { code } })
  return {
    ...checkout,
    openAgain: (body: object = { amount: 1598, toPay: 1438 }) =>
      request('POST', '/order/create-order', { cookies: checkout.cookies, body }),
  }
}

const payFor = (orderId: string) =>
  provider.control<{ payment: { id: string }; browser: { response: never } }>('payments', { order_id: orderId })

describe("a guest's payment with a code", () => {
  test('is for what is to be paid, and becomes an order with the discount', async () => {
    const { _id, code } = await offers.add()
    const { opened, pay, verify, orders } = await openAsGuest(code, { toPay: 1438 })
    expect([opened.json().amount, await offers.used(_id)]).toEqual([143_800, 1])
    expect((await offers.uses(_id)).uses).toMatchObject([{ orderId: null, isCounted: true }])
    const { order } = (await verify((await pay()).browser.response)).json()
    expect(order).toMatchObject({ totalPrice: 1598, toPay: 1438, amountPaid: 1438, adjustments: [{ labelCode: code, amount: -160 }] })
    expect(await orders()).toMatchObject([{ adjustment_paise: -16_000, paid_paise: 143_800 }])
    expect((await offers.uses(_id)).uses).toMatchObject([{ number: order.number, isCounted: true }])
  })

  test('gives its use back when its hold ends', async () => {
    const { _id, code } = await offers.add({ limitTotal: 1 })
    const { orderId } = await openAsGuest(code)
    expect((await openAsGuest(code)).opened.json().code).toBe('offer_used_up')
    await expireHold({ database, orderId })
    await work()
    expect([await offers.used(_id), (await offers.uses(_id)).total]).toEqual([0, 0])
    expect((await openAsGuest(code)).opened.statusCode).toBe(200)
  })

  test('that is paid late takes the use again, and keeps the discount when there is none left', async () => {
    const { _id, code } = await offers.add({ limitTotal: 1 })
    const late = await openAsGuest(code)
    await expireHold({ database, orderId: late.orderId })
    await work()
    const other = await openAsGuest(code)
    await late.pay()
    expect((await late.outcome()).order).toMatchObject({ toPay: 1438, amountPaid: 1438 })
    expect((await offers.uses(_id)).uses.map(({ isCounted }) => isCounted).toSorted()).toEqual([false, true])
    await expireHold({ database, orderId: other.orderId })
    await work()
    await other.pay()
    expect([(await other.outcome()).status, await offers.used(_id)]).toEqual(['paid', 1])
  })

  test('is opened again with a code that is for one use, also after the cart has changed', async () => {
    const { _id, code } = await offers.add({ limitPerson: 1, limitTotal: 1 })
    const first = await openAsGuest(code)
    const cookies = Object.fromEntries(first.opened.cookies.map(({ name, value }) => [name, value]))
    const { products } = first.buildOrder()
    const body = { products: products.map((line) => ({ ...line, quantity: 3 })), totalPrice: 2397 }
    const again = await first.open({ cookies, key: randomUUID(), body })
    expect([again.statusCode, again.json().amount, await offers.used(_id)]).toEqual([200, 215_700, 1])
    expect((await first.payment()).void_reason).toBe('superseded')
  })

  test('is refused with the reason, and holds nothing', async () => {
    const { opened, stock } = await openAsGuest('NOBODY-KNOWS')
    expect([opened.statusCode, opened.json().code, await stock()]).toEqual([409, 'offer_unknown', 10])
    const { code } = await offers.add()
    expect((await openAsGuest(code, { toPay: 1437 })).opened.json().code).toBe('prices_changed')
  })
})

describe("a shopper's payment with a code", () => {
  test('is for what is to be paid, is returned again, and its order takes the code from the cart', async () => {
    const { _id, code } = await offers.add({ limitPerson: 1, limitTotal: 1 })
    const { openAgain, verify, orders, cookies } = await enterCode(code)
    const [opened, same] = [await openAgain(), await openAgain()]
    expect([opened.json().amount, same.json().id, await offers.used(_id)]).toEqual([143_800, opened.json().id, 1])
    expect((await request('GET', '/cart', { cookies })).json().quote).toMatchObject({ toPay: 1438, refusal: null })
    await verify((await payFor(opened.json().id)).browser.response)
    expect(await orders()).toMatchObject([{ totalPrice: 1598, toPay: 1438, amountPaid: 1438 }])
    expect(await database.selectFrom('cart_offers').selectAll().where('code', '=', code).execute()).toEqual([])
    expect(await offers.used(_id)).toBe(1)
  })

  test('accepts the total or what is to be paid as the amount', async () => {
    const { code } = await offers.add()
    const { openAgain } = await enterCode(code)
    const answers = []
    for (const amount of [1598, 1438, 1500]) answers.push((await openAgain({ amount })).json())
    expect(answers).toMatchObject([{ amount: 143_800 }, { amount: 143_800 }, { code: 'prices_changed' }])
  })

  test('that is followed by an order on delivery uses the offer once', async () => {
    const { _id, code } = await offers.add({ limitTotal: 1 })
    const { openAgain, cookies } = await enterCode(code)
    await openAgain()
    const { deliveryAddress } = (await request('GET', '/cart', { cookies })).json()
    const placed = await request('POST', '/cod/cashondelivery', { cookies, body: { ...deliveryAddress, toPay: 1438 } })
    expect([placed.statusCode, await offers.used(_id)]).toEqual([201, 1])
  })
})

test('a paid order that is cancelled gives its use back and is refunded what was paid', async () => {
  const { _id, code } = await offers.add()
  const { pay, verify } = await openAsGuest(code)
  const { browser, payment } = await pay()
  const { order } = (await verify(browser.response)).json()
  await request('POST', `/order/admin/${order._id}/move`, { cookies: offers.cookies, body: { from: 'Placed', to: 'Cancelled' } })
  await makeRefundsDue({ database })
  await work()
  const refunds = await database.selectFrom('refunds').select('amount_paise').where('provider_payment_id', '=', payment.id).execute()
  expect([refunds, await offers.used(_id)]).toEqual([[{ amount_paise: 143_800 }], 0])
})

test('a discount for online payments is for them only, beside another offer', async () => {
  const online = await offers.add({ kind: 'pay_online', code: null, title: 'Paid online', percent: null, amount: 50 })
  const { code } = await offers.add()
  const { opened, pay, verify } = await openAsGuest(code, { toPay: 1388 })
  expect(opened.json().amount).toBe(138_800)
  const { order } = (await verify((await pay()).browser.response)).json()
  expect(order.adjustments).toEqual([
    { kind: 'discount', labelCode: code, amount: -160 },
    { kind: 'discount', labelCode: 'Paid online', amount: -50 },
  ])
  const onDelivery = await startGuestCheckout({ request, database, provider })
  const placed = await request('POST', '/guest/cashondelivery', { body: onDelivery.buildOrder() })
  expect(placed.json().order.toPay).toBeUndefined()
  await offers.end(online._id, 1)
})
