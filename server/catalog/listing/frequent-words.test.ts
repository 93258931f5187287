import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { ProductList } from '#contract/catalog/products.ts'
import { captureQueries } from '#testing/count-queries.ts'
import { createTestProduct } from '#testing/factories.ts'
import { createTestApp } from '#testing/test-app.ts'
import { newestSearched } from './search.ts'

const { request, database } = await createTestApp()

const search = async (q: string, rest = '') =>
  (await request('GET', `/products/getAll?page=1&limit=100&q=${encodeURIComponent(q)}${rest}`)).json<ProductList>()
const readNames = async (q: string) => (await search(q, '&sort=newest')).products.map(({ name }) => name)

/** The oldest are not among the newest products, which are searched first. */
const oldest = 400
const count = newestSearched + oldest

beforeAll(async () => {
  for (let first = 1; first <= count; first += 900)
    await sql`
      insert into products (name, description, category, price_paise, stock, image_key, created_at)
      select case when n <= ${oldest}::int then 'Fabled' when n > ${count - 400}::int then 'Dense' else 'Plain' end || ' tee',
        case when n <= ${oldest}::int then 'Carded.' else '' end || ' Number ' || n, 'TEE', 100 + n, 1, 'x', timestamptz '2026-01-01' + n * interval '1 second'
      from generate_series(${first}::int, least(${first}::int + 899, ${count}::int)) as n
    `.execute(database)
})

test('a frequent word is found among the newest products, without the lists of the search index', async () => {
  const queries = await captureQueries(async () => {
    const found = await search('tee dens', '&sort=newest')
    expect(found.total).toBe(300)
    expect(found.products[0]?.description).toContain(`Number ${count}`)
  })
  expect(queries.filter((query) => query.includes('to_tsquery'))).toHaveLength(1)
})

test('a word that only old products have is looked up as a known whole word', async () => {
  const queries = await captureQueries(async () => expect((await search('tee fabl')).total).toBe(300))
  expect(queries.filter((query) => query.includes('to_tsquery'))).toHaveLength(2)
  expect(await readNames('tee fabl')).toEqual(Array.from({ length: 100 }, () => 'Fabled tee'))
})

test('typos in frequent words are corrected to whole words first', async () => {
  const queries = await captureQueries(async () => expect((await search('fabeld tee')).total).toBe(300))
  expect(queries.filter((query) => query.includes('levenshtein'))).toHaveLength(1)
  // Among the newest, with the known beginnings of the last word, with all that begins with it, and corrected.
  expect(queries.filter((query) => query.includes('to_tsquery'))).toHaveLength(4)
})

test('the beginning of a word of descriptions is found, too, beside a known word that begins with it', async () => {
  await createTestProduct({ database, name: 'Tee with cardigan' })
  expect((await search('tee card')).total).toBe(300)
})

test('all hits of a rare word are found, old ones as well', async () => {
  expect((await search('number 539')).total).toBe([...Array(count + 1).keys()].filter((n) => String(n).startsWith('539')).length)
  expect((await search('number 17')).total).toBe([...Array(count + 1).keys()].filter((n) => String(n).startsWith('17')).length)
})

test('filters apply to each way', async () => {
  expect((await search('dens', '&maxPrice=50')).total).toBe(0)
  expect((await search('tee fabl', '&maxPrice=3')).total).toBe(200)
})

test('of words that no product has together, those of the newest products are found first', async () => {
  expect(new Set(await readNames('dense fabled'))).toEqual(new Set(['Dense tee']))
  expect(new Set(await readNames('fabled kurta'))).toEqual(new Set(['Fabled tee']))
})
