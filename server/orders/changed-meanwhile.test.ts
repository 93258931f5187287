import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { address, buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { signInShopper } from '#testing/shoppers.ts'
import { createTestApp } from '#testing/test-app.ts'
import { findDrift } from '../inventory/ledger.ts'

const { request, database } = await createTestApp()

type Piece = Awaited<ReturnType<typeof createTestProduct>>

const placeAsGuest = (...lines: Parameters<typeof buildGuestOrder>[0]) =>
  request('POST', '/guest/cashondelivery', { body: buildGuestOrder(lines) })

const waitUntilHeldUp = () =>
  vi.waitFor(async () => {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%insert into orders%'
    `.execute(database)
    expect(rows).toHaveLength(1)
  })

/** Sends the order while somebody else changes its product, who is done only when the order has looked at the product as it was. */
async function placeWhile<Reply>({
  piece,
  change,
  place,
}: {
  piece: Piece
  change: object
  place: () => PromiseLike<Reply>
}): Promise<Reply> {
  const placing = await database.transaction().execute(async (trx) => {
    await trx.updateTable('products').set(change).where('id', '=', piece.id).execute()
    const answer = Promise.resolve(place())
    await waitUntilHeldUp()
    return { answer }
  })
  return placing.answer
}

const countOf = async (table: 'orders' | 'order_lines' | 'order_events') =>
  (await database.selectFrom(table).select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow()).count
const stockOf = async ({ id }: Piece) =>
  (await database.selectFrom('products').select('stock').where('id', '=', id).executeTakeFirstOrThrow()).stock

test.each([
  [{ price_paise: 100_00 }, 'prices_changed'],
  [{ deleted_at: new Date() }, 'product_gone'],
  [{ stock: 0 }, 'sold_out'],
  [{ stock: 1 }, 'not_enough_stock'],
])('what changes between the look at a product and its order is noticed: %j', async (change, code) => {
  const [piece, other] = [await createTestProduct({ database }), await createTestProduct({ database })]
  const before = [await countOf('orders'), await countOf('order_lines'), await countOf('order_events')]
  const reply = await placeWhile({ piece, change, place: () => placeAsGuest(other, { ...piece, quantity: 2 }) })
  expect(reply.statusCode).toBe(409)
  expect(reply.json()).toMatchObject({ code })
  expect([await countOf('orders'), await countOf('order_lines'), await countOf('order_events')]).toEqual(before)
  expect(await stockOf(other)).toBe(10)
})

test('a new name or picture is no reason to refuse, and is what the order keeps', async () => {
  const piece = await createTestProduct({ database, name: 'Old name' })
  const reply = await placeWhile({ piece, change: { name: 'New name', image_key: 'new-picture' }, place: () => placeAsGuest(piece) })
  expect(reply.statusCode).toBe(201)
  expect(reply.json().order.products).toMatchObject([{ name: 'New name', image: expect.stringContaining('new-picture') }])
})

test('pieces that others take meanwhile are counted once, as long as enough are left', async () => {
  const piece = await createTestProduct({ database })
  const reply = await placeWhile({ piece, change: { stock: 3 }, place: () => placeAsGuest({ ...piece, quantity: 2 }) })
  expect(reply.statusCode).toBe(201)
  expect(await stockOf(piece)).toBe(1)
  expect((await findDrift({ database })).drifts).toEqual([])
})

test("a shopper's cart is as it was when the price changed while it was ordered", async () => {
  const piece = await createTestProduct({ database })
  const { cookies } = await signInShopper({ request })
  await request('POST', '/cart/add', { cookies, body: { product: piece.id, size: 'M' } })
  const change = { price_paise: 100_00 }
  const reply = await placeWhile({ piece, change, place: () => request('POST', '/cod/cashondelivery', { cookies, body: address }) })
  expect(reply.json()).toMatchObject({ code: 'prices_changed' })
  expect((await request('GET', '/cart', { cookies })).json().cart).toMatchObject([{ product: { name: piece.name }, quantity: 1 }])
  expect(await stockOf(piece)).toBe(10)
})
