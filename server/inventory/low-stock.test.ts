import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { CallReply } from '#contract/contract.ts'
import { createTestProduct } from '#testing/factories.ts'
import { startShop } from '#testing/start-shop.ts'
import { findDrift } from './ledger.ts'

const { request, database, admin } = await startShop()
const list = async (query: string) =>
  (await request('GET', `/products/admin?${query}`, { cookies: admin.cookies })).json<CallReply<'GET /products/admin'>>()
const readLow = (id: string) =>
  database
    .selectFrom('products')
    .select(['low_stock', sql<string>`low_stock_at::text`.as('at')])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
const setStock = (id: string, stock: number) => database.updateTable('products').set({ stock }).where('id', '=', id).execute()

describe('the stock of a product that is low', () => {
  test('is kept with the time of its last change, and is null above the limit', async () => {
    const { id } = await createTestProduct({ database, stock: 6 })
    expect(await readLow(id)).toEqual({ low_stock: null, at: null })
    await setStock(id, 5)
    const low = await readLow(id)
    expect([low.low_stock, low.at !== null]).toEqual([5, true])
    await setStock(id, 0)
    const soldOut = await readLow(id)
    expect(soldOut.low_stock).toBe(0)
    expect(soldOut.at > low.at).toBe(true)
    await setStock(id, 6)
    expect(await readLow(id)).toEqual({ low_stock: null, at: null })
  })

  test('follows the sum over the sizes', async () => {
    const { id } = await createTestProduct({ database, sizes: { S: 4, M: 4 } })
    expect((await readLow(id)).low_stock).toBeNull()
    await database.updateTable('product_sizes').set({ stock: 1 }).where('product_id', '=', id).where('size', '=', 'M').execute()
    expect((await readLow(id)).low_stock).toBe(5)
  })

  test('of a product that is made without stock has no time that anybody missed', async () => {
    const { id } = await createTestProduct({ database, stock: 0 })
    expect(await readLow(id)).toEqual({ low_stock: 0, at: '-infinity' })
  })

  test('that differs from the stock is found by the check', async () => {
    const { id, name } = await createTestProduct({ database, name: 'Differing tee', stock: 3 })
    expect((await findDrift({ database })).lows).toEqual([])
    await database.updateTable('products').set({ low_stock: null }).where('id', '=', id).execute()
    expect((await findDrift({ database })).lows).toEqual([{ id, name, stock: 3, low: null }])
    await setStock(id, 3)
    expect((await findDrift({ database })).lows).toEqual([])
  })
})

test('a list by stock goes on after the products that are low, and a list of low ones has those with a low size', async () => {
  const category = 'DENIM'
  await database.updateTable('products').set({ status: 'deleted' }).where('category', '=', category).execute()
  for (const [name, stock] of [
    ['fifty', 50],
    ['two', 2],
    ['seven', 7],
    ['none', 0],
    ['ten', 10],
  ] as const)
    await createTestProduct({ database, name, stock, category })
  await createTestProduct({ database, name: 'sized', category, sizes: { S: 100, M: 1 } })
  const names = async (query: string) => (await list(`category=${category}&${query}`)).products.map(({ name }) => name)
  expect(await names('sort=stock&limit=2')).toEqual(['none', 'two'])
  expect(await names('sort=stock&limit=3')).toEqual(['none', 'two', 'seven'])
  expect(await names('sort=stock&limit=3&page=2')).toEqual(['ten', 'fifty', 'sized'])
  expect(await names('sort=stock&low=yes&limit=10')).toEqual(['none', 'two', 'sized'])
})
