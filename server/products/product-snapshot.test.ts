import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { captureQueries } from '#testing/count-queries.ts'
import { createTestApp } from '#testing/test-app.ts'

const { request, database } = await createTestApp()

const pieces = 60

beforeAll(async () => {
  await sql`truncate products cascade`.execute(database)
  await sql`
    insert into products (name, description, category, price_paise, stock, image_key)
    select 'Piece ' || n, '', (array['TEE', 'HOODIE', 'DENIM'])[1 + n % 3], 100 + (n * 7919) % 30, 1, 'x' from generate_series(1, ${sql.lit(pieces)}) as n
  `.execute(database)
})

interface Page {
  products: { _id: string }[]
  total: number
}

const readPage = async (query: string) => (await request('GET', `/products/getAll?${query}`)).json<Page>()

const queries = ['newest', 'price-asc', 'price-desc'].flatMap((sort) =>
  ['', 'TEE', 'HOODIE'].flatMap((category) => [1, 2, 3, 99].map((page) => `page=${page}&limit=9&sort=${sort}&category=${category}`)),
)

test('pages that are asked for at the same moment each hold their own products', async () => {
  const apart: Page[] = []
  for (const query of queries) apart.push(await readPage(query))
  expect(await Promise.all(queries.map(readPage))).toEqual(apart)
  expect(apart.map(({ total }) => total)).toEqual(queries.map((query) => (/category=\w/.test(query) ? pieces / 3 : pieces)))
})

test('products that are asked for at the same moment each come alone, and one that is not there is refused alone', async () => {
  const { products } = await readPage(`page=1&limit=${pieces}`)
  const [gone, ...there] = products.map(({ _id }) => _id)
  await sql`update products set deleted_at = now() where id = ${gone}`.execute(database)
  const asked = [gone, ...there, 'no-id', there[0]?.toUpperCase()]
  const answers = await Promise.all(asked.map((id) => request('GET', `/products/${id}`)))
  expect(answers.map((answer) => answer.json()._id)).toEqual([undefined, ...there, undefined, there[0]])
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(
    asked.map((_, place) => (place === 0 || place > there.length ? 404 : 200)).with(-1, 200),
  )
})

test('many who ask at the same moment cost a few statements', async () => {
  const { products } = await readPage(`page=1&limit=${pieces}`)
  const statements = await captureQueries(async () => {
    await Promise.all([
      ...products.map(({ _id }) => request('GET', `/products/${_id}`)),
      ...[1, 2, 3, 4].map((page) => readPage(`page=${page}&limit=9`)),
    ])
  })
  expect(statements.length).toBeLessThan(10)
})

test('the total follows products that come and go by the dozen', async () => {
  const { total } = await readPage('page=1')
  await sql`
    insert into products (name, description, category, price_paise, stock, image_key, deleted_at)
    select 'Late ' || n, '', (array['TEE', 'HOODIE'])[1 + n % 2], 100, 1, 'x', case when n > 10 then now() end from generate_series(1, 12) as n
  `.execute(database)
  expect((await readPage('page=1')).total).toBe(total + 10)
  expect((await readPage('page=1&category=TEE')).total).toBeGreaterThan(5)
  await sql`delete from products where name like 'Late %'`.execute(database)
  expect((await readPage('page=1')).total).toBe(total)
})
