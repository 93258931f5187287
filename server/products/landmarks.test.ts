import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestApp } from '#testing/test-app.ts'

const { request, database } = await createTestApp()

const readIds = async (query: string): Promise<string[]> => {
  const { products } = (await request('GET', `/products/getAll?${query}`)).json<{ products: { _id: string }[] }>()
  return products.map((product) => product._id)
}

test.each([
  ['newest', 'created_at desc, id desc', ''],
  ['price-asc', 'price_paise, id', ''],
  ['price-desc', 'price_paise desc, id desc', ''],
  ['newest', 'created_at desc, id desc', 'TEE'],
])('far pages sorted by %s follow each other without a gap', async (sort, order, category) => {
  await sql`truncate products cascade`.execute(database)
  await sql`
    insert into products (name, description, category, price_paise, stock, image_key, created_at)
    select 'Piece ' || n, '', (array['TEE', 'HOODIE'])[1 + n % 2], 100 + (n * 7919) % 300, 1, 'x', timestamptz '2026-01-01' + n % 50 * interval '1 us'
    from generate_series(1, 3000) as n
  `.execute(database)
  const { rows } = await sql<{ id: string }>`
    select id from products where ${category} in ('', category) order by ${sql.raw(order)}
  `.execute(database)
  const all = rows.map((row) => row.id)
  const limit = 50
  for (let page = Math.floor(all.length / limit) - 8; page <= Math.ceil(all.length / limit); page += 1) {
    const wanted = all.slice((page - 1) * limit, page * limit)
    expect(await readIds(`page=${page}&limit=${limit}&sort=${sort}${category && `&category=${category}`}`)).toEqual(wanted)
  }
})
