import { expect, test } from 'vitest'
import { toPaise } from '#contract/kernel/money.ts'
import { address, createTestProduct } from '#testing/factories.ts'
import { signInShopper } from '#testing/shoppers.ts'
import { createTestApp } from '#testing/test-app.ts'

const { request, database } = await createTestApp()

/** A shopper with two pieces for ₹1,000 each in the cart. */
async function fillCart() {
  const { cookies } = await signInShopper({ request })
  const tee = await createTestProduct({ database, price: 1_000, stock: 10 })
  await request('POST', '/cart/add', { cookies, body: { product: tee.id, size: 'M', quantity: 2 } })
  return {
    setPrice: (rupees: number) =>
      database
        .updateTable('products')
        .set({ price_paise: toPaise(rupees) })
        .where('id', '=', tee.id)
        .execute(),
    readCart: async () => (await request('GET', '/cart', { cookies })).json(),
    order: async (totalPrice?: number) => {
      const reply = await request('POST', '/cod/cashondelivery', { cookies, body: { ...address, ...(totalPrice && { totalPrice }) } })
      return reply.statusCode === 201 ? reply.json().order.totalPrice : reply.json().code
    },
  }
}

test('a lower price needs no acceptance, and is what the order costs', async () => {
  const { setPrice, readCart, order } = await fillCart()
  await setPrice(600)
  expect((await readCart()).cart).toMatchObject([{ problem: null, notice: 'The price changed from ₹1,000 to ₹600.' }])
  expect(await order()).toBe(1_200)
})

test('an order on delivery is compared with the total on the page, not with the price of adding', async () => {
  const { setPrice, readCart, order } = await fillCart()
  await setPrice(600)
  expect((await readCart()).totalPrice ?? 1_200).toBe(1_200)
  await setPrice(1_000)
  expect([await order(1_200), (await readCart()).cart.length]).toEqual(['prices_changed', 1])
  expect(await order(2_000)).toBe(2_000)
})

test('a price that fell after the page was loaded is accepted', async () => {
  const { setPrice, order } = await fillCart()
  await setPrice(600)
  expect(await order(2_000)).toBe(1_200)
})

test('a higher price is rejected until the page has shown it', async () => {
  const { setPrice, readCart, order } = await fillCart()
  await setPrice(1_100)
  expect((await readCart()).cart).toMatchObject([{ problem: 'price' }])
  expect([await order(), await order(2_000), await order(2_200)]).toEqual(['prices_changed', 'prices_changed', 2_200])
})

test('the total of the page is no part of the address', async () => {
  const { order } = await fillCart()
  expect(await order(2_000)).toBe(2_000)
  const { delivery_address } = await database
    .selectFrom('orders')
    .select('delivery_address')
    .orderBy('placed_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  expect(Object.keys(delivery_address)).not.toContain('totalPrice')
})
