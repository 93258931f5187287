import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { paise } from '#contract/kernel/money.ts'
import type { AdminOrderDetail } from '#contract/orders/admin-orders.ts'
import type { ShopSettings } from '#contract/settings/setting-groups.ts'
import { makeRefundsDue, startCheckout } from '#testing/card-checkout.ts'
import { createDeliveryRules } from '#testing/delivery-rules.ts'
import { address, buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { startGuestCheckout } from '#testing/guest-checkout.ts'
import { createOffers } from '#testing/offers.ts'
import { publishPolicies } from '#testing/policies.ts'
import { signInShopper } from '#testing/shoppers.ts'
import { startPayingShop } from '#testing/start-shop.ts'
import { runPaymentMaintenance } from '../../payments/settlement/run-payment-maintenance.ts'

const app = await startPayingShop()
const { provider, gateways, request, database, cookies } = app
const offers = await createOffers({ request, database })
const rules = createDeliveryRules(app)

const below999 = { shippingChargeRupees: 79, freeShippingFromRupees: 999, codChargeRupees: 40, shippingByPin: 'off' } as const
const setPolicies = (change: Partial<ShopSettings['policies']> = {}) =>
  publishPolicies({ request, cookies, change: { ...below999, ...change } })

beforeEach(async () => {
  await setPolicies()
  await rules.addRules()
})

const shipping = { kind: 'fee', source: 'shipping', labelCode: 'Shipping', amount: 79 }
const cod = { kind: 'fee', source: 'cash_on_delivery', labelCode: 'Cash on delivery', amount: 40 }
const createTee = (price = 499) => createTestProduct({ database, price })
type Tee = Awaited<ReturnType<typeof createTee>>

const buyAsGuest = (tee: Tee, more: object = {}) =>
  request('POST', '/guest/cashondelivery', { body: { ...buildGuestOrder([tee]), ...more } })

async function fillCart(tee: Tee) {
  const { cookies: shopper } = await signInShopper({ request })
  await request('POST', '/cart/add', { cookies: shopper, body: { product: tee.id, size: 'M', quantity: 1 } })
  return shopper
}

const read = async (id: string) => (await request('GET', `/order/admin/${id}`, { cookies })).json<AdminOrderDetail>()

describe('an order on delivery', () => {
  test('has the charges that its page has shown', async () => {
    const placed = await buyAsGuest(await createTee(), { toPay: 618 })
    expect(placed.json()).toMatchObject({ order: { totalPrice: 499, adjustments: [shipping, cod], toPay: 618, cashOndelivery: 618 } })
  })

  test('has no charge for shipping from the amount of the policies on', async () => {
    const [short, exact] = [await createTee(998.99), await createTee(999)]
    expect((await buyAsGuest(short, { toPay: 1_117.99 })).json().order.adjustments).toEqual([shipping, cod])
    expect((await buyAsGuest(exact, { toPay: 1_039 })).json().order.adjustments).toEqual([cod])
  })

  test('is measured after its discounts', async () => {
    const { code } = await offers.add({ percent: 10 })
    const tee = await createTee(1_000)
    const reduced = (await buyAsGuest(tee, { offerCode: code, toPay: 1_019 })).json()
    expect(reduced.order).toMatchObject({ adjustments: [{ labelCode: code, amount: -100 }, shipping, cod], toPay: 1_019 })
  })

  test('is refused when its page has shown other charges, and takes nothing', async () => {
    const tee = await createTee()
    for (const more of [{}, { toPay: 499 }, { toPay: 539 }]) {
      const refused = await buyAsGuest(tee, more)
      expect([refused.statusCode, refused.json().code]).toEqual([409, 'prices_changed'])
    }
    await setPolicies({ shippingChargeRupees: 0, codChargeRupees: 0 })
    expect((await buyAsGuest(tee, { toPay: 618 })).statusCode).toBe(409)
    const { stock } = await database.selectFrom('products').select('stock').where('id', '=', tee.id).executeTakeFirstOrThrow()
    expect(stock).toBe(10)
    expect((await buyAsGuest(tee)).json().order).not.toHaveProperty('adjustments')
  })

  test('of a cart has the charges, also when the request names no amount', async () => {
    const tee = await createTee()
    const [known, shown] = [await fillCart(tee), await fillCart(tee)]
    const unnamed = await request('POST', '/cod/cashondelivery', { cookies: known, body: address })
    expect([unnamed.statusCode, unnamed.json().order.toPay]).toEqual([201, 618])
    const order = (more: object) => request('POST', '/cod/cashondelivery', { cookies: shown, body: { ...address, ...more } })
    expect((await order({ totalPrice: 499 })).statusCode).toBe(409)
    expect((await order({ totalPrice: 499, toPay: 618 })).json().order).toMatchObject({ adjustments: [shipping, cod], toPay: 618 })
  })

  test('has the charge of its PIN code while charges by PIN code are on', async () => {
    await rules.addRules({ prefix: '56', charge_paise: paise(15_000) }, { prefix: '560002', charge_paise: paise(0) })
    expect((await request('GET', '/pins/560001')).json()).not.toHaveProperty('charge')
    expect((await buyAsGuest(await createTee(), { toPay: 618 })).statusCode).toBe(201)
    await setPolicies({ shippingByPin: 'on' })
    expect((await request('GET', '/pins/560001')).json()).toMatchObject({ charge: 150 })
    const dear = (await buyAsGuest(await createTee(), { toPay: 689 })).json()
    expect(dear.order.adjustments).toEqual([{ ...shipping, amount: 150 }, cod])
    const near = await buyAsGuest(await createTee(), { deliveryAddress: { ...address, pinCode: '560002' }, toPay: 539 })
    expect(near.json().order.adjustments).toEqual([cod])
  })

  test('by phone is placed at the amount that was quoted, without the charge for cash when it is paid by a link', async () => {
    const tee = await createTee()
    const take = (totalPrice: number, payment = 'on delivery') =>
      request('POST', '/order/admin', {
        cookies,
        headers: { 'idempotency-key': randomUUID() },
        body: { products: [{ product: tee.id, size: 'M', quantity: 1 }], totalPrice, payment, deliveryAddress: address },
      })
    expect((await take(499)).statusCode).toBe(409)
    expect((await take(618)).json().order).toMatchObject({ adjustments: [shipping, cod], cashOndelivery: 618 })
    expect((await take(578, 'link')).json().order).toMatchObject({ adjustments: [shipping], toPay: 578 })
  })

  test('keeps its charges when items are removed', async () => {
    const [tee, other] = [await createTee(), await createTee(300)]
    const body = { ...buildGuestOrder([tee, other]), toPay: 918 }
    const { _id: id } = (await request('POST', '/guest/cashondelivery', { body })).json().order
    const { version } = await read(id)
    const removed = await request('POST', `/order/admin/${id}/remove`, { cookies, body: { line: 2, quantity: 1, version } })
    expect(removed.statusCode).toBe(200)
    expect(await read(id)).toMatchObject({ totalPrice: 499, adjustments: [shipping, cod], toPay: 618, cashOndelivery: 618 })
  })
})

describe('an order that is paid online', () => {
  const pay = async (checkout: Awaited<ReturnType<typeof startCheckout>> | Awaited<ReturnType<typeof startGuestCheckout>>) => {
    const verified = await checkout.verify((await checkout.pay()).browser.response)
    return read(verified.json().order._id)
  }

  test('costs the shipping and no charge for cash, as its payment was opened', async () => {
    const guest = await startGuestCheckout({ request, database, provider, quantity: 1, more: { toPay: 878 } })
    expect(guest.opened.json()).toMatchObject({ amount: 87_800 })
    const shopper = await startCheckout({ request, database, provider, quantity: 1 })
    // The amount of the cart without the charge is not what is paid.
    expect(shopper.orderId).toBeUndefined()
    const opened = await request('POST', '/order/create-order', { cookies: shopper.cookies, body: { amount: 799, toPay: 878 } })
    expect(opened.json()).toMatchObject({ amount: 87_800 })
    await setPolicies({ shippingChargeRupees: 200 })
    expect(await pay(guest)).toMatchObject({ adjustments: [shipping], toPay: 878, amountPaid: 878 })
  })

  test('is refunded with its charges when it is cancelled', async () => {
    const { _id: id } = await pay(await startGuestCheckout({ request, database, provider, quantity: 1, more: { toPay: 878 } }))
    expect((await request('POST', `/order/admin/${id}/move`, { cookies, body: { to: 'Cancelled' } })).statusCode).toBe(200)
    await makeRefundsDue({ database })
    await runPaymentMaintenance({ database, gateways })
    expect(await read(id)).toMatchObject({ paymentStatus: 'Refunded', amountRefunded: 878 })
  })

  test('with an advance has both charges, and the courier collects the rest', async () => {
    await rules.addRules({ prefix: '', cod: 'advance', advance_paise: paise(10_000) })
    const checkout = await startGuestCheckout({ request, database, provider, quantity: 1, payment: 'advance', more: { toPay: 918 } })
    expect(checkout.opened.json()).toMatchObject({ amount: 10_000, collect: 818 })
    expect(await pay(checkout)).toMatchObject({ adjustments: [shipping, cod], toPay: 918, cashOndelivery: 818, amountPaid: 100 })
  })
})
