import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { ProductList } from '#contract/catalog/products.ts'
import { createTestProduct } from '#testing/factories.ts'
import { signInAdministrator } from '#testing/shoppers.ts'
import { createTestApp } from '#testing/test-app.ts'

const { request, database } = await createTestApp()

const search = async (query: Record<string, string | number>) => {
  const params = Object.entries({ page: 1, limit: 7, ...query }).map(([name, value]) => [name, String(value)])
  return (await request('GET', `/products/getAll?${new URLSearchParams(params)}`)).json<ProductList>()
}
const names = (page: ProductList) => page.products.map((product) => product.name)

beforeAll(async () => {
  await createTestProduct({ database, name: 'Saffron Tee', price: 500 })
  await createTestProduct({ database, name: 'Saffron Hoodie', category: 'HOODIE', price: 1500 })
  await createTestProduct({ database, name: 'Plain Cargo', category: 'DENIM', description: 'Dyed with saffron.' })
  await sql`
    insert into products (name, description, category, price_paise, stock, image_key)
      select 'Crowd Tee ' || n, 'Made for a test.', 'TEE', 50000 + n, 5, 'crowd-' || n from generate_series(1, 320) as n
  `.execute(database)
})

test.each(['crowd', 'crow', 'crwod'])('a search for %s has at most 300 hits, each on one page', async (q) => {
  const pages = await Promise.all([1, 2, 3, 4].map((page) => search({ q, page, limit: 100 })))
  expect(pages.map(({ total }) => total)).toEqual([300, 300, 300, 300])
  expect(pages.map(({ products }) => products.length)).toEqual([100, 100, 100, 0])
  expect(new Set(pages.flatMap(names)).size).toBe(300)
})

test.each([
  ['saffron', 3],
  ['saffr', 3],
  ['safron', 3],
  ['saffron te', 2],
  ['saff hood', 1],
  ['hoodie saffron', 1],
])('a search for %s has %i hits', async (q, total) => {
  const found = await search({ q })
  expect(found.total).toBe(total)
  expect(names(found)[0]).toMatch(/^Saffron/)
})

test('a product with the word in its name comes before one with the word in its description', async () => {
  const found = names(await search({ q: 'saffron' }))
  expect(found.slice(0, 2).sort()).toEqual(['Saffron Hoodie', 'Saffron Tee'])
  expect(found).toEqual([...found.slice(0, 2), 'Plain Cargo'])
})

test('a typo is corrected to the closest word only', async () => {
  await createTestProduct({ database, name: 'Lantern Tee' })
  await createTestProduct({ database, name: 'Lane Tee' })
  expect(names(await search({ q: 'lantren' }))).toEqual(['Lantern Tee'])
})

test.each(['pyjama', 'pyjamas', 'pajama', 'pyjma'])('a search for %s finds joggers, which the shop calls otherwise', async (q) => {
  await createTestProduct({ database, name: `Loose Jogger for ${q.length}`, category: 'JOGGER' })
  const found = await search({ q })
  expect(found.total).toBeGreaterThan(0)
  expect(names(found).every((name) => name.startsWith('Loose Jogger'))).toBe(true)
})

test.each(['t-shirt', 'T shirts', 'tshirt', 'blue t-shirt'])('a search for %s finds no other shirts', async (q) => {
  await createTestProduct({ database, name: `Blue Shirt ${q.length}`, category: 'DENIM' })
  await createTestProduct({ database, name: `Blue Tee ${q.length}`, category: 'TEE' })
  const found = names(await search({ q, limit: 100, sort: 'newest' }))
  expect(found).toContain(`Blue Tee ${q.length}`)
  expect(found.filter((name) => name.includes('Shirt'))).toEqual([])
})

test('a product that is called a T-shirt is found in any spelling', async () => {
  await createTestProduct({ database, name: 'Henley T-Shirt', category: 'DENIM' })
  for (const q of ['henley tshirt', 'henley t-shirt', 'henley t shirt', 'henley shirt'])
    expect(names(await search({ q })), q).toContain('Henley T-Shirt')
})

test('words that no product has together find those that have one of them', async () => {
  await createTestProduct({ database, name: 'Peshawari Kurta' })
  await createTestProduct({ database, name: 'Evening Jogger', category: 'JOGGER' })
  expect(names(await search({ q: 'peshawari evening' })).toSorted()).toEqual(['Evening Jogger', 'Peshawari Kurta'])
  expect(names(await search({ q: 'peshawari kurta' }))).toEqual(['Peshawari Kurta'])
  expect(names(await search({ q: 'pe-ev' }))).toEqual([])
})

test('a typo in a fabric is corrected', async () => {
  const { id } = await createTestProduct({ database, name: 'Airy Shirt', description: 'Woven from hemp and cotton.' })
  expect((await search({ q: 'cotten' })).total).toBe(0)
  await database
    .updateTable('products')
    .set({ details: JSON.stringify({ fabric: '60% cotton, 40% hemp' }) })
    .where('id', '=', id)
    .execute()
  expect(names(await search({ q: 'cotten' }))).toEqual(['Airy Shirt'])
})

test('filters apply to a search', async () => {
  expect((await search({ q: 'crowd', maxPrice: 501 })).total).toBe(100)
  expect(names(await search({ q: 'saffron', category: 'tee' }))).toEqual(['Saffron Tee'])
})

test('a search is sorted by price on request', async () => {
  const { products } = await search({ q: 'saffron', sort: 'price-desc' })
  expect(products.map(({ price }) => price)).toEqual([1500, 799, 500])
})

test('a product that this process deletes leaves a search of 300 hits at once', async () => {
  const { cookies } = await signInAdministrator({ request, database })
  const [first] = (await search({ q: 'crowd' })).products
  await request('DELETE', `/products/${first?._id}`, { cookies })
  const found = names(await search({ q: 'crowd' }))
  expect(found).toHaveLength(7)
  expect(found).not.toContain(first?.name)
})

test.each([
  ['सूती कुर्ता', 'कुर्ता'],
  ['பருத்தி சட்டை', 'சட்டை'],
])('finds a word of a name in an Indian script: %s', async (name, word) => {
  await createTestProduct({ database, name })
  expect(names(await search({ q: word }))).toEqual([name])
})

test('a long word is cut between characters, not within a surrogate pair', async () => {
  expect(await search({ q: `${'a'.repeat(39)}𠮷` })).toEqual({ products: [], total: 0 })
})
