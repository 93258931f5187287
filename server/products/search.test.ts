import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { ProductList } from '#contract/products.ts'
import { createTestProduct } from '#testing/factories.ts'
import { createTestApp } from '#testing/test-app.ts'

const { request, database } = await createTestApp()

const search = async (query: string) => (await request('GET', `/products/getAll?page=1&limit=7&${query}`)).json<ProductList>()
const names = (page: ProductList) => page.products.map((product) => product.name)

/** Products that are added from here on stand on the eleventh shelf, as in a shop that has had forty thousand. */
const grow = () => sql`select setval('products_number_seq', 41000)`.execute(database)

beforeAll(async () => {
  await createTestProduct({ database, name: 'Saffron Tee', price: 500 })
  // With the word twice it would stand before all the others.
  await createTestProduct({ database, name: 'Crowd Crowd Tee', price: 99 })
  await grow()
  await createTestProduct({ database, name: 'Saffron Hoodie', category: 'HOODIE', price: 1500 })
  await sql`
    insert into products (name, description, category, price_paise, stock, image_key)
      select 'Crowd Tee ' || n, 'Made for a test.', 'TEE', 50000 + n, 5, 'crowd-' || n from generate_series(1, 320) as n
  `.execute(database)
  await sql`analyze products`.execute(database)
})

test('in a large shop a word of many products is answered with newer ones, a hundred of them', async () => {
  const page = await search('q=crowd')
  expect(page.total).toBe(100)
  expect(names(page)).toHaveLength(7)
  expect(names(page)).not.toContain('Crowd Crowd Tee')
})

test('while it is being typed, too', async () => {
  const page = await search('q=crow')
  expect(page.total).toBe(100)
  expect(names(page)).not.toContain('Crowd Crowd Tee')
})

test.each(['saffron', 'saffr', 'safron', 'saffron%20te', 'saffron%20made'])(
  '%s finds the old beside the new when there are few',
  async (q) => {
    const page = await search(`q=${q}`)
    expect(names(page).sort()).toEqual(['Saffron Hoodie', 'Saffron Tee'])
  },
)

test('a filter that leaves few looks through the whole shop', async () => {
  expect(names(await search('q=crowd&maxPrice=100'))).toEqual(['Crowd Crowd Tee'])
  expect(names(await search('q=saffron&category=tee'))).toEqual(['Saffron Tee'])
})

test('the order that was asked for holds among three hundred', async () => {
  const page = await search('q=crowd&sort=price-asc')
  expect(page.total).toBe(300)
  const prices = page.products.map((product) => product.price)
  expect(prices).toEqual(prices.toSorted((one, other) => one - other))
  expect(new Set(names(page)).size).toBe(7)
})

test('one shelf is found through the index, with the words on it', async () => {
  const plan = await database.transaction().execute(async (trx) => {
    await sql`set local enable_seqscan = off`.execute(trx)
    return sql`explain select id from products
      where deleted_at is null and number / 4096 = 10 and search_text @@ to_tsquery('english', 'crowd')`.execute(trx)
  })
  expect(JSON.stringify(plan.rows)).toMatch(/Index Cond: \(\(\(number \/ 4096\) = 10\) AND \(search_text @@/)
})

test.each([
  ['सूती कुर्ता', 'कुर्ता'],
  ['பருத்தி சட்டை', 'சட்டை'],
])('a name in an Indian script is found by its words: %s', async (name, word) => {
  await createTestProduct({ database, name })
  expect(names(await search(`q=${encodeURIComponent(word)}`))).toEqual([name])
})

test('a long word that ends in a rare letter is cut between letters', async () => {
  expect(await search(`q=${encodeURIComponent(`${'a'.repeat(39)}𠮷`)}`)).toEqual({ products: [], total: 0 })
})
