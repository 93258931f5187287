import { type Compilable, sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { ProductList } from '#contract/catalog/products.ts'
import { paging } from '#contract/kernel/business.ts'
import type { Database } from '#server/database/schema.ts'
import { createTestProduct } from '#testing/factories.ts'
import { signInAdministrator } from '#testing/shoppers.ts'
import { createTestApp } from '#testing/test-app.ts'
import { filterProducts, sortExpressions } from './list-query.ts'

/** Inserts products in two categories, many of which have the same price or time. */
async function insertProducts({ database, count }: { database: Database; count: number }): Promise<void> {
  // In parts, because a statement has a time limit.
  for (let first = 1; first <= count; first += 1_000)
    await sql`
      insert into products (name, description, category, price_paise, stock, image_key, created_at)
      select 'Product ' || n, '', (array['TEE', 'HOODIE'])[1 + n % 2], 100 + (n * 7919) % 300, 1, 'x', timestamptz '2026-01-01' + n % 50 * interval '1 us'
      from generate_series(${first}::int, least(${first}::int + 999, ${count}::int)) as n
    `.execute(database)
}

describe('a list of 3,000 products', async () => {
  const { request, database } = await createTestApp()
  const { cookies } = await signInAdministrator({ request, database })
  const readPage = async (query: string) => (await request('GET', `/products/getAll?${query}`)).json<ProductList>()

  beforeAll(() => insertProducts({ database, count: 3_000 }))

  test.each([
    ['newest', 'created_at desc, id desc', ''],
    ['price-asc', 'price_paise, id', ''],
    ['price-desc', 'price_paise desc, id desc', ''],
    ['newest', 'created_at desc, id desc', 'TEE'],
  ])('sorted by %s has every product on exactly one page', async (sort, order, category) => {
    const { rows } = await sql<{ id: string }>`
      select id from products where ${category} in ('', category) order by ${sql.raw(order)}
    `.execute(database)
    const listed: string[] = []
    for (let page = 1; page <= Math.ceil(rows.length / 100); page += 1) {
      const { products, total } = await readPage(`page=${page}&limit=100&sort=${sort}&category=${category}`)
      expect(total).toBe(rows.length)
      listed.push(...products.map(({ _id }) => _id))
    }
    expect(listed).toEqual(rows.map(({ id }) => id))
  })

  test('concurrent requests each get their own page', async () => {
    const queries = ['', 'TEE', 'HOODIE'].flatMap((category) => [1, 2, 99].map((page) => `page=${page}&limit=9&category=${category}`))
    const expected: ProductList[] = []
    for (const query of queries) expected.push(await readPage(query))
    expect(await Promise.all(queries.map(readPage))).toEqual(expected)
  })

  test('filtered by a colour has the newest first, also of those that come after thousands of others', async () => {
    const { rows } = await sql<{ id: string }>`select id from products order by created_at desc, id desc`.execute(database)
    const ids = [10, 1_000, 2_500, 2_998].map((place) => rows[place]?.id)
    await sql`update products set details = '{"colour": "Petrol, white"}' where id = any(${ids}::uuid[])`.execute(database)
    const find = async (query: string) => (await readPage(`limit=2&sort=newest&${query}`)).products.map(({ _id }) => _id)
    expect([await find('page=1&colour=PETROL'), await find('page=2&colour=white')]).toEqual([ids.slice(0, 2), ids.slice(2)])
    const { rows: byPrice } = await sql<{ id: string }>`
      select id from products where id = any(${ids}::uuid[]) order by price_paise desc, id desc
    `.execute(database)
    const ofPage = async (page: number) => (await readPage(`page=${page}&limit=2&sort=price-desc&colour=petrol`)).products
    expect([...(await ofPage(1)), ...(await ofPage(2))].map(({ _id }) => _id)).toEqual(byPrice.map(({ id }) => id))
    expect(await readPage('page=1&limit=2&colour=petrol')).toMatchObject({ total: 4 })
    expect(await readPage('page=1&limit=2&colour=ultraviolet')).toEqual({ products: [], total: 0 })
  })

  test('has the right total right after a product was deleted in this process', async () => {
    const { products, total } = await readPage('page=1')
    await request('DELETE', `/products/${products[0]?._id}`, { cookies })
    expect((await readPage('page=1')).total).toBe(total - 1)
  })
})

test('a page beyond the largest offset is empty and has the right total', async () => {
  const { request, database } = await createTestApp()
  const total = paging.maxProductOffset + 20
  await insertProducts({ database, count: total })
  const readPage = async (page: number) => (await request('GET', `/products/getAll?page=${page}&limit=10`)).json<ProductList>()
  const last = paging.maxProductOffset / 10 + 1
  expect((await readPage(last)).products).toHaveLength(10)
  expect(await readPage(last + 1)).toEqual({ products: [], total })
})

test('a short list has the right total after a change that another process made', async () => {
  const { request, database } = await createTestApp()
  const readTotal = async () => (await request('GET', '/products/getAll?page=1')).json<ProductList>().total
  await insertProducts({ database, count: 5 })
  expect(await readTotal()).toBe(5)
  const { id } = await createTestProduct({ database })
  expect(await readTotal()).toBe(6)
  await database.updateTable('products').set({ status: 'deleted' }).where('id', '=', id).execute()
  expect(await readTotal()).toBe(5)
})

/** The plan of a statement with parameters, as PostgreSQL makes it after some executions, and for a larger table. */
function explainPrepared({ database, query }: { database: Database; query: Compilable }) {
  const { sql: text, parameters } = query.compile()
  return database.transaction().execute(async (trx) => {
    await sql`set local plan_cache_mode = force_generic_plan`.execute(trx)
    await sql`set local enable_seqscan = off`.execute(trx)
    await sql`analyze products`.execute(trx)
    await sql.raw(`prepare list as ${text}`).execute(trx)
    const { rows } = await sql.raw(`explain execute list (${parameters.map((value) => `'${value}'`).join(', ')})`).execute(trx)
    await sql`deallocate list`.execute(trx)
    return JSON.stringify(rows)
  })
}

test.each([
  ['on_sale', 'products_on_sale_newest_of_category'],
  ['draft', 'products_not_on_sale'],
] as const)('the prepared statement of a list of products that are %s uses the index %s', async (status, index) => {
  const { database } = await createTestApp()
  const query = { status, category: 'TEE', q: '', sort: 'newest', limit: 0, offset: 0 } as const
  const list = filterProducts({ database, query }).select('id').orderBy(sortExpressions.newest)
  expect(await explainPrepared({ database, query: list })).toContain(`using ${index} `)
})
