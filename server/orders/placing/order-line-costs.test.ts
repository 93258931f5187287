import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { paise } from '#contract/kernel/money.ts'
import { startCheckout } from '#testing/card-checkout.ts'
import { createExchanges, exchangeToL } from '#testing/exchanges.ts'
import { address, buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { startGuestCheckout } from '#testing/guest-checkout.ts'
import { signInShopper } from '#testing/shoppers.ts'
import { startPayingApp } from '#testing/start-shop.ts'
import { createTaxedOrders, taxedShop } from '#testing/tax.ts'

const app = await startPayingApp({ environment: taxedShop })
const { provider, request, database } = app
const taxed = await createTaxedOrders(app)
const exchanges = createExchanges({ ...app, taxed })
const { cookies: admin } = taxed

beforeAll(() => exchanges.setPolicies())

const setCost = (id: string, cost: number | null) =>
  database
    .updateTable('products')
    .set({ cost_paise: cost === null ? null : paise(cost) })
    .where('id', '=', id)
    .execute()

async function createTee(cost: number | null = 31_050) {
  const tee = await createTestProduct({ database, price: 799, sizes: { M: 5, L: 5 } })
  await setCost(tee.id, cost)
  return { ...tee, size: 'M' }
}

const readCosts = async (productId: string) => {
  const lines = database.selectFrom('order_lines').select('cost_paise').where('product_id', '=', productId)
  return (await lines.orderBy('order_id').execute()).map(({ cost_paise }) => cost_paise)
}

test('an order of a guest keeps the cost of its moment, and no reply to the guest has it', async () => {
  const tee = await createTee()
  const placed = await request('POST', '/guest/cashondelivery', { body: buildGuestOrder([tee]) })
  expect([placed.statusCode, placed.body.includes('310')]).toEqual([201, false])
  await setCost(tee.id, 40_000)
  expect(await readCosts(tee.id)).toEqual([31_050])
})

test('a cost that nobody has entered stays unknown', async () => {
  const tee = await createTee(null)
  await request('POST', '/guest/cashondelivery', { body: buildGuestOrder([tee]) })
  expect(await readCosts(tee.id)).toEqual([null])
})

test('an order of a cart and one by phone have the cost, also after the size is changed', async () => {
  const tee = await createTee()
  const { cookies } = await signInShopper({ request })
  await request('POST', '/cart/add', { cookies, body: { product: tee.id, size: 'M', quantity: 1 } })
  expect((await request('POST', '/cod/cashondelivery', { cookies, body: address })).statusCode).toBe(201)
  const products = [{ product: tee.id, size: 'M', quantity: 1 }]
  const body = { products, totalPrice: 799, payment: 'on delivery', deliveryAddress: address }
  const taken = await request('POST', '/order/admin', { cookies: admin, headers: { 'idempotency-key': randomUUID() }, body })
  expect(taken.statusCode).toBe(201)
  const { _id: id, version } = taken.json().order
  const sized = await request('POST', `/order/admin/${id}/size`, { cookies: admin, body: { product: tee.id, line: 1, size: 'L', version } })
  expect([sized.statusCode, await readCosts(tee.id)]).toEqual([200, [31_050, 31_050]])
})

test('orders that are paid online have the cost of the moment of payment', async () => {
  const checkouts = [await startCheckout({ request, database, provider }), await startGuestCheckout({ request, database, provider })]
  for (const checkout of checkouts) {
    await setCost(checkout.tee.id, 22_000)
    expect((await checkout.verify((await checkout.pay()).browser.response)).statusCode).toBe(200)
    expect(await readCosts(checkout.tee.id)).toEqual([22_000])
  }
})

test('the order that answers an exchange has the cost of its new items', async () => {
  const tee = await createTee()
  const order = await exchanges.deliver([tee])
  const id = await order.askId([exchangeToL])
  await exchanges.accept(id)
  await setCost(tee.id, 35_000)
  expect((await exchanges.receive(id)).statusCode).toBe(200)
  expect(await readCosts(tee.id)).toEqual([31_050, 35_000])
})
