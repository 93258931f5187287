import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createTestProduct } from '#testing/factories.ts'
import { signInShopper } from '#testing/shoppers.ts'
import { startShop } from '#testing/start-shop.ts'
import { applyDueSales } from './sales.ts'

const { request, database, cookies } = await startShop()
const path = '/products/admin/group-sales'
const applySales = () => applyDueSales({ database, signal: new AbortController().signal })
const fromNow = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const start = (body: object) => request('POST', path, { cookies, body: { percent: 20, endsAt: fromNow(2), ...body } })
const end = (id: string) => request('DELETE', `${path}/${id}`, { cookies })
const readPrice = async (id: string) => (await request('GET', `/products/${id}`)).json().price
const list = async ({ kind, key }: { kind: string; key: string }) =>
  (await request('GET', `${path}?kind=${kind}&key=${key}`, { cookies })).json().sales

/** A collection of products with these prices. */
async function createGroup(prices: readonly number[]) {
  const ids: string[] = []
  for (const price of prices) ids.push((await createTestProduct({ database, price })).id)
  const slug = `sale-${randomUUID().slice(0, 8)}`
  const { id: key } = await database.insertInto('collections').values({ slug, title: slug }).returning('id').executeTakeFirstOrThrow()
  await database
    .insertInto('collection_products')
    .values(ids.map((id, position) => ({ collection_id: key, product_id: id, position })))
    .execute()
  return { ids, group: { kind: 'collection', key } }
}

test('a sale of a collection lowers the price of each product to whole rupees, and is ended for all at once', async () => {
  const { ids, group } = await createGroup([799, 1_001.5])
  const [tee = '', shirt = ''] = ids
  const reply = await start(group)
  expect(reply.json()).toMatchObject({ message: 'Sale started', sale: { percent: 20, products: 2, skipped: 0 } })
  expect([await readPrice(tee), await readPrice(shirt)]).toEqual([639, 801])
  const [sale] = await list(group)
  expect(sale).toMatchObject({ percent: 20, products: 2 })
  expect((await end(sale._id)).json()).toEqual({ message: 'Sale ended' })
  expect([await readPrice(tee), await readPrice(shirt)]).toEqual([799, 1_001.5])
  expect(await list(group)).toEqual([])
  expect((await end(sale._id)).statusCode).toBe(404)
})

test('a planned sale that is ended never starts', async () => {
  const { ids, group } = await createGroup([799])
  const { sale } = (await start({ ...group, startsAt: fromNow(1) })).json()
  await end(sale._id)
  await database
    .updateTable('product_sales')
    .set({ starts_at: new Date(0) })
    .where('group_id', '=', sale._id)
    .execute()
  await applySales()
  expect(await readPrice(ids[0] ?? '')).toBe(799)
})

test('products with a sale of their own or of one rupee are left out; without any other the sale is refused', async () => {
  const { ids, group } = await createGroup([799, 1, 499])
  await request('POST', `/products/${ids[0]}/sale`, { cookies, body: { price: '700', endsAt: fromNow(5) } })
  expect((await start(group)).json()).toMatchObject({ sale: { products: 1, skipped: 2 } })
  expect(await readPrice(ids[0] ?? '')).toBe(700)
  const again = await start(group)
  expect([again.statusCode, again.json().code]).toEqual([409, 'no_product_for_sale'])
  expect(await list(group)).toHaveLength(1)
})

test('of two sales of one category that are started at once, each product has one', async () => {
  const { ids, group } = await createGroup([799, 899, 999])
  const replies = await Promise.all([start(group), start({ ...group, percent: 30 })])
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
  const rows = await database.selectFrom('product_sales').select('product_id').where('product_id', 'in', ids).execute()
  expect(rows).toHaveLength(3)
})

test.each([
  [{ percent: 0 }, { percent: 'Enter a whole number from 1 to 90.' }],
  [{ percent: 91 }, { percent: 'Enter a whole number from 1 to 90.' }],
  [{ endsAt: fromNow(-1) }, { endsAt: 'The sale must end after it starts, and in the future.' }],
  [{ startsAt: fromNow(3) }, { endsAt: 'The sale must end after it starts, and in the future.' }],
])('%j is refused', async (change, fields) => {
  const { group } = await createGroup([799])
  const reply = await start({ ...group, ...change })
  expect([reply.statusCode, reply.json().fields]).toEqual([400, fields])
})

test('an unknown category or collection has no sale, and only administrators start one', async () => {
  expect((await start({ kind: 'category', key: 'NOWHERE' })).json().code).toBe('category_not_found')
  expect((await start({ kind: 'collection', key: 'x' })).json().code).toBe('collection_not_found')
  const shopper = await signInShopper({ request })
  const body = { kind: 'category', key: 'TEE', percent: 20, endsAt: fromNow(2) }
  expect((await request('POST', path, { cookies: shopper.cookies, body })).statusCode).toBe(403)
  expect((await request('POST', path, { body })).statusCode).toBe(401)
})
