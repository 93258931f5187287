import type { LightMyRequestResponse } from 'fastify'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { type SignedFields, startProvider } from '#testing/card-checkout.ts'
import { address, buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { signInShopper } from '#testing/shoppers.ts'
import { createTestApp } from '#testing/test-app.ts'
import { findDrift } from '../inventory/ledger.ts'
import { releaseExpiredHolds } from './holds.ts'
import { runPaymentMaintenance } from './run-payment-maintenance.ts'

const provider = await startProvider()
afterAll(() => provider.close())
const { gateway } = provider
const { request, database } = await createTestApp({ gateway })

const stockAtFirst = 5000
const price = 799
const rounds = Array.from({ length: 6 })
type Piece = Awaited<ReturnType<typeof createTestProduct>>
const made: Piece[] = []
for (let index = 0; index < 6; index += 1) made.push(await createTestProduct({ database, stock: stockAtFirst, price }))
const pieces = made.toSorted((one, other) => (one.id < other.id ? -1 : 1))
const backwards = pieces.toReversed()

const shoppers: Awaited<ReturnType<typeof signInShopper>>[] = []
for (let index = 0; index < 16; index += 1) shoppers.push(await signInShopper({ request }))
type Shopper = (typeof shoppers)[number]

const put = (shopper: Shopper, pieces: readonly Piece[]) =>
  request('POST', '/cart/merge', {
    cookies: shopper.cookies,
    body: { lines: pieces.map(({ id, name }) => ({ product: id, name, size: 'M', quantity: 1 })) },
  })
const live = (shopper: Shopper, street: string) =>
  request('POST', '/cart/', { cookies: shopper.cookies, body: { ...address, address: street } })
const open = (shopper: Shopper, count = 1) =>
  request('POST', '/order/create-order', { cookies: shopper.cookies, body: { amount: price * count } })
const payAtDoor = (shopper: Shopper) => request('POST', '/cod/cashondelivery', { cookies: shopper.cookies, body: address })
const buyAsGuests = (count: number) =>
  Array.from({ length: count }, () => request('POST', '/guest/cashondelivery', { body: buildGuestOrder(pieces) }))

/** Each shopper holds one of two pieces for a card, and has the other in the cart by now. */
async function holdOneWantTheOther() {
  const [first, second] = pieces as [Piece, Piece]
  for (const [index, shopper] of shoppers.entries()) await put(shopper, [index % 2 ? first : second])
  for (const shopper of shoppers) expect((await open(shopper)).statusCode).toBe(200)
  await database.deleteFrom('cart_lines').execute()
  for (const [index, shopper] of shoppers.entries()) await put(shopper, [index % 2 ? second : first])
}

beforeEach(async () => {
  await database.deleteFrom('cart_lines').execute()
  for (const shopper of shoppers) await live(shopper, '12 Lake Road')
})

/** Every piece is on the shelf, held or in an order that lives. */
afterEach(async () => {
  expect((await findDrift({ database })).drifts).toEqual([])
  const { rows } = await sql<{ all: number }>`
    select (stock + coalesce((select sum(quantity) from held_stock where product_id = products.id), 0)
      + coalesce((select sum(quantity) from order_lines join orders on orders.id = order_id
        where product_id = products.id and status <> 'Cancelled'), 0))::int as all
    from products
  `.execute(database)
  expect(rows.map((row) => row.all)).toEqual(pieces.map(() => stockAtFirst))
})

const expectAll = async (replies: readonly Promise<LightMyRequestResponse>[], ...allowed: number[]) => {
  const statuses = (await Promise.all(replies)).map((reply) => reply.statusCode)
  expect([...new Set(statuses)].filter((status) => !allowed.includes(status))).toEqual([])
}

test('checkouts that hold one piece and want another, crosswise', async () => {
  for (const _ of rounds) {
    await holdOneWantTheOther()
    await expectAll(
      shoppers.map((shopper) => open(shopper)),
      200,
    )
    await database.deleteFrom('cart_lines').execute()
  }
})

test('orders at the door by shoppers who hold another piece for a card, crosswise', async () => {
  for (const _ of rounds) {
    await holdOneWantTheOther()
    await expectAll(shoppers.map(payAtDoor), 201)
  }
})

test('one shopper who orders by card and at the door in the same moment', async () => {
  for (const [round] of rounds.entries()) {
    for (const shopper of shoppers) await put(shopper, pieces.slice(0, 1))
    await Promise.all(shoppers.map((shopper) => open(shopper)))
    for (const shopper of shoppers) await live(shopper, `${round} Lake Road`)
    const all = shoppers.flatMap((shopper) => [open(shopper), payAtDoor(shopper)])
    // Whoever comes second finds an empty cart.
    await expectAll(all, 200, 201, 409)
  }
})

test('carts that are filled backwards while guests order', async () => {
  for (const _ of rounds) {
    await database.deleteFrom('cart_lines').execute()
    const merges = shoppers.map((shopper) => put(shopper, backwards))
    await expectAll([...merges, ...buyAsGuests(16)], 200, 201)
  }
})

test('payments that are settled backwards while guests order', async () => {
  for (const _ of rounds) {
    const paid: { shopper: Shopper; fields: SignedFields }[] = []
    for (const shopper of shoppers) {
      for (const piece of backwards) await put(shopper, [piece])
      const { id } = (await open(shopper, backwards.length)).json()
      const { browser } = await provider.control<{ browser: { response: SignedFields } }>('payments', { order_id: id })
      paid.push({ shopper, fields: browser.response })
    }
    const verified = paid.map(({ shopper, fields }) => request('POST', '/order/verify-payment', { cookies: shopper.cookies, body: fields }))
    await expectAll([...verified, ...buyAsGuests(16)], 200, 201)
  }
}, 60_000)

test('holds that end while their shoppers check out anew', async () => {
  for (const shopper of shoppers) await put(shopper, pieces.slice(0, 1))
  for (const [round] of rounds.entries()) {
    for (const shopper of shoppers) {
      await open(shopper)
      await live(shopper, `${round} Hill Road`)
    }
    await database
      .updateTable('payments')
      .set({ hold_ends_at: new Date(0) })
      .where('hold_released_at', 'is', null)
      .execute()
    const ended = [releaseExpiredHolds({ database }), runPaymentMaintenance({ database, gateway })]
    await expectAll(
      shoppers.map((shopper) => open(shopper)),
      200,
    )
    await Promise.all(ended)
  }
})

test('orders that are cancelled while others are placed', async () => {
  const [first] = pieces as [Piece]
  for (const _ of rounds) {
    const placed: { shopper: Shopper; id: string }[] = []
    for (const shopper of shoppers) {
      await put(shopper, [first])
      placed.push({ shopper, id: (await payAtDoor(shopper)).json().order._id })
      await put(shopper, [first])
    }
    const cancelled = placed.map(({ shopper, id }) => request('POST', `/order/${id}/cancel`, { cookies: shopper.cookies }))
    await expectAll([...cancelled, ...shoppers.map(payAtDoor)], 200, 201)
  }
})
