import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { toPaise } from '#contract/kernel/money.ts'
import { address, buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { signInShopper } from '#testing/shoppers.ts'
import { createTestApp } from '#testing/test-app.ts'
import { lockShopper } from '../../accounts/users/lock-shopper.ts'
import { saveCartItems } from '../../cart/repository.ts'
import type { Transaction } from '../../database/schema.ts'
import { findDrift } from '../../inventory/ledger.ts'

const { request, database } = await createTestApp()

type TestProduct = Awaited<ReturnType<typeof createTestProduct>>

const placeAsGuest = (...items: Parameters<typeof buildGuestOrder>[0]) =>
  request('POST', '/guest/cashondelivery', { body: buildGuestOrder(items) })

const waitUntilBlocked = () =>
  expect
    .poll(async () => {
      const { rows } = await sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
      `.execute(database)
      return rows
    })
    .toHaveLength(1)

/** Places an order while another transaction has changed one of its products and commits only once the order waits for it. */
async function placeDuringChange<Reply>({
  product,
  change,
  place,
}: {
  product: TestProduct
  change: object | ((trx: Transaction) => Promise<unknown>)
  place: () => PromiseLike<Reply>
}): Promise<Reply> {
  const { reply } = await database.transaction().execute(async (trx) => {
    if (typeof change === 'function') await change(trx)
    else await trx.updateTable('products').set(change).where('id', '=', product.id).execute()
    const reply = Promise.resolve(place())
    await waitUntilBlocked()
    return { reply }
  })
  return reply
}

const countRows = async (table: 'orders' | 'order_lines' | 'order_events') =>
  (await database.selectFrom(table).select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow()).count
const readStock = async ({ id }: TestProduct) =>
  (await database.selectFrom('products').select('stock').where('id', '=', id).executeTakeFirstOrThrow()).stock

test.each([
  [{ price_paise: 100_00 }, 'prices_changed'],
  [{ status: 'deleted' }, 'product_gone'],
  [{ stock: 0 }, 'sold_out'],
  [{ stock: 1 }, 'not_enough_stock'],
])('an order sees a change that is committed while it waits: %j', async (change, code) => {
  const [product, other] = [await createTestProduct({ database }), await createTestProduct({ database })]
  const before = [await countRows('orders'), await countRows('order_lines'), await countRows('order_events')]
  const reply = await placeDuringChange({ product, change, place: () => placeAsGuest(other, { ...product, quantity: 2 }) })
  expect(reply.statusCode).toBe(409)
  expect(reply.json()).toMatchObject({ code })
  expect([await countRows('orders'), await countRows('order_lines'), await countRows('order_events')]).toEqual(before)
  expect(await readStock(other)).toBe(10)
})

test('an order keeps the new name and image of a product', async () => {
  const product = await createTestProduct({ database, name: 'Old name' })
  const change = { name: 'New name', image_key: 'new-picture' }
  const reply = await placeDuringChange({ product, change, place: () => placeAsGuest(product) })
  expect(reply.statusCode).toBe(201)
  expect(reply.json().order.products).toMatchObject([{ name: 'New name', image: expect.stringContaining('new-picture') }])
})

test('a concurrent sale and an order both take their stock', async () => {
  const product = await createTestProduct({ database })
  const reply = await placeDuringChange({ product, change: { stock: 3 }, place: () => placeAsGuest({ ...product, quantity: 2 }) })
  expect(reply.statusCode).toBe(201)
  expect(await readStock(product)).toBe(1)
  expect((await findDrift({ database })).drifts).toEqual([])
})

test('an order from the cart that is rejected leaves the cart unchanged', async () => {
  const product = await createTestProduct({ database })
  const { cookies } = await signInShopper({ request })
  await request('POST', '/cart/add', { cookies, body: { product: product.id, size: 'M' } })
  const change = { price_paise: 100_000 }
  const place = () => request('POST', '/cod/cashondelivery', { cookies, body: address })
  const reply = await placeDuringChange({ product, change, place })
  expect(reply.json()).toMatchObject({ code: 'prices_changed' })
  expect((await request('GET', '/cart', { cookies })).json().cart).toMatchObject([{ product: { name: product.name }, quantity: 1 }])
  expect(await readStock(product)).toBe(10)
})

test('an order from the cart waits for another change of the cart and includes it', async () => {
  const [first, second] = [await createTestProduct({ database }), await createTestProduct({ database })]
  const { cookies, _id } = await signInShopper({ request })
  await request('POST', '/cart/add', { cookies, body: { product: first.id, size: 'M' } })
  const { reply } = await database.transaction().execute(async (trx) => {
    await lockShopper({ trx, userId: _id })
    const reply = Promise.resolve(request('POST', '/cod/cashondelivery', { cookies, body: address }))
    await waitUntilBlocked()
    const added = { productId: second.id, size: 'M' as const, quantity: 1, displayedPrice: toPaise(second.price) }
    await saveCartItems({ trx, userId: _id, items: [added] })
    return { reply }
  })
  expect((await reply).json().order.products).toMatchObject([{ name: first.name }, { name: second.name }])
})

test('an order sees the sizes into which its product is divided while it waits', async () => {
  const product = await createTestProduct({ database, stock: 5 })
  const change = async (trx: Transaction) => {
    await trx.updateTable('products').set({ has_sizes: true, stock: 0 }).where('id', '=', product.id).execute()
    const sizes = ['M', '3XL'].map((size, index) => ({ product_id: product.id, size, position: index + 1, stock: 2 }))
    await trx.insertInto('product_sizes').values(sizes).execute()
  }
  const reply = await placeDuringChange({ product, change, place: () => placeAsGuest({ ...product, size: '3XL', quantity: 2 }) })
  expect(reply.statusCode).toBe(201)
  const stocks = await database
    .selectFrom('product_sizes')
    .select(['size', 'stock'])
    .where('product_id', '=', product.id)
    .orderBy('position')
    .execute()
  expect(stocks).toEqual([
    { size: 'M', stock: 2 },
    { size: '3XL', stock: 0 },
  ])
})
