import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { SignedFields } from '#testing/card-checkout.ts'
import { address, createTestProduct } from '#testing/factories.ts'
import { signInShopper } from '#testing/shoppers.ts'
import { startPayingApp } from '#testing/start-shop.ts'

const { provider, request, database } = await startPayingApp()

/** A shopper with two pieces of a product in the cart, and another product to buy. */
async function startShopper({ stock = 5 } = {}) {
  const { cookies } = await signInShopper({ request })
  const [kept, bought] = [await createTestProduct({ database }), await createTestProduct({ database, stock, price: 500 })]
  await request('POST', '/cart/add', { cookies, body: { product: kept.id, size: 'L', quantity: 2 } })
  await request('POST', '/cart/', { cookies, body: address })
  const buyNow = { product: bought.id, size: 'M', quantity: 2 }
  return {
    cookies,
    kept,
    bought,
    buyNow,
    placeCod: (more: object = {}, key: string = randomUUID()) => {
      const body = { ...address, totalPrice: 1_000, buyNow, ...more }
      return request('POST', '/cod/cashondelivery', { cookies, headers: { 'idempotency-key': key }, body })
    },
    openPayment: (more: object = {}) => request('POST', '/order/create-order', { cookies, body: { amount: 1_000, buyNow, ...more } }),
    pay: async (orderId: string) => {
      const { browser } = await provider.control<{ browser: { response?: SignedFields } }>('payments', { order_id: orderId })
      return request('POST', '/order/verify-payment', { cookies, body: browser.response ?? {} })
    },
    readCart: async () =>
      (await request('GET', '/cart', { cookies }))
        .json()
        .cart.map(({ product, size, quantity }: { product: { _id: string }; size: string; quantity: number }) => [
          product._id,
          size,
          quantity,
        ]),
    readStock: async () =>
      (await database.selectFrom('products').select('stock').where('id', '=', bought.id).executeTakeFirstOrThrow()).stock,
  }
}

describe('an item that is bought at once on delivery', () => {
  test('is ordered once for a key, and leaves the cart as it is', async () => {
    const { kept, bought, placeCod, readCart, readStock } = await startShopper()
    const key = randomUUID()
    const [first, again] = [await placeCod({}, key), await placeCod({}, key)]
    expect(first.statusCode).toBe(201)
    expect(first.json().order).toMatchObject({ totalPrice: 1_000, products: [{ _id: bought.id, size: 'M', quantity: 2 }] })
    expect(again.json().order._id).toBe(first.json().order._id)
    expect([await readStock(), await readCart()]).toEqual([3, [[kept.id, 'L', 2]]])
  })

  test('leaves the same item in the cart, too', async () => {
    const { cookies, kept, buyNow, placeCod, readCart } = await startShopper()
    await request('POST', '/cart/add', { cookies, body: buyNow })
    expect((await placeCod()).statusCode).toBe(201)
    expect(await readCart()).toEqual([
      [kept.id, 'L', 2],
      [buyNow.product, 'M', 2],
    ])
  })

  test.each([
    ['more than the stock', { buyNow: { quantity: 6 }, totalPrice: 3_000 }, 409, 'not_enough_stock'],
    ['a product that is unknown', { buyNow: { product: randomUUID() } }, 409, 'product_gone'],
    ['another price', { totalPrice: 900 }, 409, 'prices_changed'],
    ['no total', { totalPrice: undefined }, 400, 'invalid_request'],
    ['an unknown code', { offerCode: 'NOCODE' }, 409, 'offer_unknown'],
  ])(
    'is refused with %s, and changes nothing',
    async (_, { buyNow: change, ...more }: { buyNow?: object; [field: string]: unknown }, status, code) => {
      const { buyNow, kept, placeCod, readCart, readStock } = await startShopper()
      const refused = await placeCod({ ...more, buyNow: { ...buyNow, ...change } })
      expect([refused.statusCode, refused.json().code]).toEqual([status, code])
      expect([await readStock(), await readCart()]).toEqual([5, [[kept.id, 'L', 2]]])
    },
  )
})

describe('an item that is bought at once and paid online', () => {
  test('leaves the cart as it is, also when that has the same item', async () => {
    const { cookies, kept, buyNow, openPayment, pay, readCart, readStock } = await startShopper()
    await request('POST', '/cart/add', { cookies, body: buyNow })
    const opened = await openPayment()
    expect([opened.statusCode, opened.json().amount, await readStock()]).toEqual([200, 100_000, 3])
    const paid = await pay(opened.json().id)
    expect(paid.json().order).toMatchObject({ paymentStatus: 'Paid', products: [{ _id: buyNow.product, quantity: 2 }] })
    expect([await readStock(), await readCart()]).toEqual([
      3,
      [
        [kept.id, 'L', 2],
        [buyNow.product, 'M', 2],
      ],
    ])
  })

  test('continues its payment when it is opened again, and not that of the same cart', async () => {
    const { cookies, buyNow, kept, openPayment, readStock } = await startShopper()
    const [first, again] = [await openPayment(), await openPayment()]
    expect(again.json().id).toBe(first.json().id)
    await request('DELETE', `/cart/${kept.id}/L`, { cookies })
    await request('POST', '/cart/add', { cookies, body: buyNow })
    const ofCart = await request('POST', '/order/create-order', { cookies, body: { amount: 1_000 } })
    expect([ofCart.statusCode, ofCart.json().id === first.json().id, await readStock()]).toEqual([200, false, 3])
  })

  test('is refused when its stock is gone', async () => {
    const { openPayment } = await startShopper({ stock: 1 })
    const refused = await openPayment()
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'not_enough_stock'])
    const unknown = await openPayment({ buyNow: { product: 'unknown', size: 'M', quantity: 1 } })
    expect([unknown.statusCode, unknown.json().code]).toEqual([409, 'product_gone'])
  })
})
