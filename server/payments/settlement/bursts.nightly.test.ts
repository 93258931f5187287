import type { LightMyRequestResponse } from 'fastify'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { SignedFields } from '#testing/card-checkout.ts'
import { address, buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { signInShopper } from '#testing/shoppers.ts'
import { startPayingApp } from '#testing/start-shop.ts'
import { findDrift } from '../../inventory/ledger.ts'
import { releaseExpiredHolds } from '../checkout/holds.ts'
import { runPaymentMaintenance } from './run-payment-maintenance.ts'

const { provider, gateways, request, database } = await startPayingApp()

const initialStock = 5000
const price = 799
const rounds = Array.from({ length: 6 })
type TestProduct = Awaited<ReturnType<typeof createTestProduct>>
const created: TestProduct[] = []
for (let index = 0; index < 6; index += 1) created.push(await createTestProduct({ database, stock: initialStock, price }))
const products = created.toSorted((one, other) => (one.id < other.id ? -1 : 1))
const reversed = products.toReversed()

const shoppers: Awaited<ReturnType<typeof signInShopper>>[] = []
for (let index = 0; index < 16; index += 1) shoppers.push(await signInShopper({ request }))
type Shopper = (typeof shoppers)[number]

const fillCart = (shopper: Shopper, items: readonly TestProduct[]) =>
  request('POST', '/cart/merge', {
    cookies: shopper.cookies,
    body: { lines: items.map(({ id, name }) => ({ product: id, name, size: 'M', quantity: 1 })) },
  })
const saveAddress = (shopper: Shopper, street: string) =>
  request('POST', '/cart/', { cookies: shopper.cookies, body: { ...address, address: street } })
const openPayment = (shopper: Shopper, count = 1) =>
  request('POST', '/order/create-order', { cookies: shopper.cookies, body: { amount: price * count } })
const orderCod = (shopper: Shopper) => request('POST', '/cod/cashondelivery', { cookies: shopper.cookies, body: address })
const orderAsGuests = (count: number) =>
  Array.from({ length: count }, () => request('POST', '/guest/cashondelivery', { body: buildGuestOrder(products) }))

/** Each shopper holds one of two products with a card checkout and has the other one in the cart. */
async function holdOneAndAddOther() {
  const [first, second] = products as [TestProduct, TestProduct]
  for (const [index, shopper] of shoppers.entries()) await fillCart(shopper, [index % 2 ? first : second])
  for (const shopper of shoppers) expect((await openPayment(shopper)).statusCode).toBe(200)
  await database.deleteFrom('cart_lines').execute()
  for (const [index, shopper] of shoppers.entries()) await fillCart(shopper, [index % 2 ? second : first])
}

beforeEach(async () => {
  await database.deleteFrom('cart_lines').execute()
  for (const shopper of shoppers) await saveAddress(shopper, '12 Lake Road')
})

/** All stock is available, held, or in an order that is not cancelled. */
afterEach(async () => {
  expect((await findDrift({ database })).drifts).toEqual([])
  const { rows } = await sql<{ all: number }>`
    select (stock + coalesce((select sum(quantity) from held_stock where product_id = products.id), 0)
      + coalesce((select sum(quantity) from order_lines join orders on orders.id = order_id
        where product_id = products.id and status <> 'Cancelled'), 0))::int as all
    from products
  `.execute(database)
  expect(rows.map((row) => row.all)).toEqual(products.map(() => initialStock))
})

const expectAll = async (replies: readonly Promise<LightMyRequestResponse>[], ...allowed: number[]) => {
  const statuses = (await Promise.all(replies)).map((reply) => reply.statusCode)
  expect([...new Set(statuses)].filter((status) => !allowed.includes(status))).toEqual([])
}

test('checkouts that hold one product and request another', async () => {
  for (const _ of rounds) {
    await holdOneAndAddOther()
    await expectAll(
      shoppers.map((shopper) => openPayment(shopper)),
      200,
    )
    await database.deleteFrom('cart_lines').execute()
  }
})

test('COD orders of shoppers who hold another product with a card checkout', async () => {
  for (const _ of rounds) {
    await holdOneAndAddOther()
    await expectAll(shoppers.map(orderCod), 201)
  }
})

test('a card checkout and a COD order of one shopper at the same time', async () => {
  for (const [round] of rounds.entries()) {
    for (const shopper of shoppers) await fillCart(shopper, products.slice(0, 1))
    await Promise.all(shoppers.map((shopper) => openPayment(shopper)))
    for (const shopper of shoppers) await saveAddress(shopper, `${round} Lake Road`)
    const all = shoppers.flatMap((shopper) => [openPayment(shopper), orderCod(shopper)])
    // The second one finds an empty cart.
    await expectAll(all, 200, 201, 409)
  }
})

test('carts filled in reverse product order while guests order', async () => {
  for (const _ of rounds) {
    await database.deleteFrom('cart_lines').execute()
    const merges = shoppers.map((shopper) => fillCart(shopper, reversed))
    await expectAll([...merges, ...orderAsGuests(16)], 200, 201)
  }
})

test('payments settled in reverse product order while guests order', async () => {
  for (const _ of rounds) {
    const paid: { shopper: Shopper; fields: SignedFields }[] = []
    for (const shopper of shoppers) {
      for (const product of reversed) await fillCart(shopper, [product])
      const { id } = (await openPayment(shopper, reversed.length)).json()
      const { browser } = await provider.control<{ browser: { response: SignedFields } }>('payments', { order_id: id })
      paid.push({ shopper, fields: browser.response })
    }
    const verified = paid.map(({ shopper, fields }) => request('POST', '/order/verify-payment', { cookies: shopper.cookies, body: fields }))
    await expectAll([...verified, ...orderAsGuests(16)], 200, 201)
  }
})

test('holds that expire while their shoppers check out again', async () => {
  for (const shopper of shoppers) await fillCart(shopper, products.slice(0, 1))
  for (const [round] of rounds.entries()) {
    for (const shopper of shoppers) {
      await openPayment(shopper)
      await saveAddress(shopper, `${round} Hill Road`)
    }
    await database
      .updateTable('payments')
      .set({ hold_ends_at: new Date(0) })
      .where('hold_released_at', 'is', null)
      .execute()
    const jobs = [releaseExpiredHolds({ database }), runPaymentMaintenance({ database, gateways })]
    await expectAll(
      shoppers.map((shopper) => openPayment(shopper)),
      200,
    )
    await Promise.all(jobs)
  }
})

test('orders cancelled while others are placed', async () => {
  const [first] = products as [TestProduct]
  for (const _ of rounds) {
    const placed: { shopper: Shopper; id: string }[] = []
    for (const shopper of shoppers) {
      await fillCart(shopper, [first])
      placed.push({ shopper, id: (await orderCod(shopper)).json().order._id })
      await fillCart(shopper, [first])
    }
    const cancelled = placed.map(({ shopper, id }) => request('POST', `/order/${id}/cancel`, { cookies: shopper.cookies }))
    await expectAll([...cancelled, ...shoppers.map(orderCod)], 200, 201)
  }
})
