import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { paise } from '#contract/kernel/money.ts'
import type { Adjustment } from '#contract/kernel/pricing.ts'
import type { AdminOrderDetail } from '#contract/orders/admin-orders.ts'
import type { Order } from '#contract/orders/orders.ts'
import { startCheckout } from '#testing/card-checkout.ts'
import { address, createTestProduct } from '#testing/factories.ts'
import { collectMails } from '#testing/send-mails.ts'
import { signInShopper } from '#testing/shoppers.ts'
import { startPayingShop } from '#testing/start-shop.ts'
import { settlePayment } from '../payments/settlement/settle.ts'
import { placeOrder } from './placing/place-order.ts'

const shop = await startPayingShop()
const { provider, request, database, cookies } = shop
const shopper = await signInShopper(shop)

const welcome: Adjustment = { line: null, kind: 'discount', labelCode: 'WELCOME', amount: paise(-10_001) }
const wrapping: Adjustment = { line: null, kind: 'fee', labelCode: 'Gift wrapping', amount: paise(5_000) }

/** An order of 3 tees for ₹500 and a shirt for ₹300 with a discount of ₹100.01 and a fee of ₹50. */
async function place(): Promise<Order> {
  const tee = await createTestProduct({ database, price: 500 })
  const shirt = await createTestProduct({ database, price: 300 })
  const items = [
    { productId: tee.id, size: 'M', quantity: 3 },
    { productId: shirt.id, size: 'L', quantity: 1 },
  ]
  const { order } = await placeOrder({
    database,
    reservation: undefined,
    order: {
      kind: 'cod',
      userId: shopper._id,
      deliveryAddress: address,
      claim: { scope: 'adjustments', key: randomUUID(), body: {} },
      policies: {},
      takeItems: async () => ({ items, expectedTotal: paise(180_000), adjustments: [welcome, wrapping] }),
    },
  })
  return order
}

const read = async (id: string) => (await request('GET', `/order/admin/${id}`, { cookies })).json<AdminOrderDetail>()
const remove = async (id: string, body: { line: number; quantity: number }) =>
  request('POST', `/order/admin/${id}/remove`, { cookies, body: { ...body, version: (await read(id)).version } })
const listStored = (id: string) =>
  database.selectFrom('order_adjustments').select(['line', 'kind', 'amount_paise']).where('order_id', '=', id).orderBy('id').execute()

const amounts = {
  totalPrice: 1_800,
  adjustments: [
    { kind: 'discount', labelCode: 'WELCOME', amount: -100.01 },
    { kind: 'fee', labelCode: 'Gift wrapping', amount: 50 },
  ],
  toPay: 1_749.99,
  cashOndelivery: 1_749.99,
}

describe('an order with a discount and a fee', () => {
  test('states its total, the adjustments and what is to be paid', async () => {
    const order = await place()
    expect(order).toMatchObject(amounts)
    expect(order.products.map(({ toPay }) => toPay)).toEqual([1_416.66, 283.33])
    expect(await read(order._id)).toMatchObject(amounts)
    const mine = (await request('GET', '/cod/codOrder', { cookies: shopper.cookies })).json<{ codorder: Order[] }>()
    expect(mine.codorder[0]).toMatchObject(amounts)
    expect(await listStored(order._id)).toEqual([
      { line: 1, kind: 'discount', amount_paise: -8_334 },
      { line: 2, kind: 'discount', amount_paise: -1_667 },
      { line: null, kind: 'fee', amount_paise: 5_000 },
    ])
  })

  test('says so in its mail, on the packing slip, in the tracking and in the export', async () => {
    const order = await place()
    const mails = await collectMails(shop)
    const mail = mails.find(({ subject }) => subject.includes(order.number))
    expect(mail?.text).toContain(
      'Total: ₹1,800\nDiscount (WELCOME): -₹100.01\nGift wrapping: ₹50\nTo pay: ₹1,749.99 (Cash on delivery, ₹1,749.99)',
    )
    expect(mail?.html).toContain('Discount (WELCOME)')
    const { orders } = (await request('POST', '/order/admin/print', { cookies, body: { numbers: [order.number] } })).json()
    expect(orders[0]).toMatchObject({ totalPrice: 1_800, toPay: 1_749.99, toCollect: 1_749.99 })
    const tracked = await request('POST', '/order/track', { body: { number: order.number, phone: address.phone } })
    expect(tracked.json()).toMatchObject({ totalPrice: 1_800, toPay: 1_749.99 })
    const csv = await request('GET', `/order/admin/export?q=${order.number}&rows=orders`, { cookies })
    expect(csv.body).toContain(',1800,0,0,1749.99,-50.01,1749.99')
  })

  test('keeps the discount of the lines that stay when items are removed', async () => {
    const order = await place()
    expect((await remove(order._id, { line: 1, quantity: 2 })).statusCode).toBe(200)
    const left = await read(order._id)
    expect(left).toMatchObject({ totalPrice: 800, toPay: 805.55, cashOndelivery: 805.55 })
    expect(left.products.map(({ quantity, toPay }) => [quantity, toPay])).toEqual([
      [1, 472.22],
      [1, 283.33],
    ])
    await remove(order._id, { line: 1, quantity: 1 })
    expect(await listStored(order._id)).toEqual([
      { line: 2, kind: 'discount', amount_paise: -1_667 },
      { line: null, kind: 'fee', amount_paise: 5_000 },
    ])
    expect(await read(order._id)).toMatchObject({ totalPrice: 300, toPay: 333.33 })
  })

  test('cannot be stored with other sums', async () => {
    const order = await place()
    const wrong = database
      .updateTable('order_adjustments')
      .set({ amount_paise: paise(-1) })
      .where('order_id', '=', order._id)
    await expect(wrong.where('line', '=', 1).execute()).rejects.toThrow('do not add up')
  })
})

test('a payment is for what is to be paid, its order has the adjustments of its cart, and a removal refunds the price less the discount', async () => {
  const checkout = await startCheckout({ request, database, provider, quantity: 3, price: 500 })
  // As a checkout with a discount opens it.
  const adjustments: Adjustment[] = [{ ...welcome, line: 1, amount: paise(-10_000) }]
  const { id } = await database
    .updateTable('payments')
    .set({ adjustments: JSON.stringify(adjustments), amount_paise: paise(140_000) })
    .where('provider_order_id', '=', checkout.orderId)
    .returning('id')
    .executeTakeFirstOrThrow()
  await settlePayment({ database, id, captured: { id: 'pay_discounted', status: 'captured', amount: 140_000, currency: 'INR' } })
  const [order] = await checkout.orders()
  expect(order).toMatchObject({ totalPrice: 1_500, toPay: 1_400, amountPaid: 1_400, cashOndelivery: 0 })
  await request('POST', '/users/reauthenticate', { cookies, body: { pin: '4321' } })
  await remove(order._id, { line: 1, quantity: 1 })
  const refunds = await database.selectFrom('refunds').select('amount_paise').where('reason', '=', 'items removed').execute()
  expect(refunds).toEqual([{ amount_paise: 46_667 }])
  expect(await read(order._id)).toMatchObject({ totalPrice: 1_000, toPay: 933.33 })
})
