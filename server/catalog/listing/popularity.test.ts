import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { signInAdministrator } from '#testing/shoppers.ts'
import { createTestApp } from '#testing/test-app.ts'
import { countUnitsSold } from './popularity.ts'

const { request, database } = await createTestApp()

const order = async (items: Parameters<typeof buildGuestOrder>[0]) => {
  const reply = await request('POST', '/guest/cashondelivery', { body: buildGuestOrder(items) })
  return reply.json<{ order: { _id: string } }>().order._id
}
const countUnits = () => countUnitsSold({ database, signal: new AbortController().signal })
const list = async (query: string) => {
  const { products } = (await request('GET', `/products/getAll?page=1&${query}`)).json<{ products: { name: string }[] }>()
  return products.map(({ name }) => name)
}

test('lists are sorted by the items sold in 90 days, without cancelled orders', async () => {
  const [first, second, third] = [
    await createTestProduct({ database, name: 'First tee' }),
    await createTestProduct({ database, name: 'Second tee' }),
    await createTestProduct({ database, name: 'Third tee' }),
  ]
  await order([{ ...first, quantity: 2 }, second])
  const cancelled = await order([{ ...third, quantity: 3 }])
  const { cookies } = await signInAdministrator({ request, database })
  await request('POST', `/order/admin/${cancelled}/move`, { cookies, body: { to: 'Cancelled' } })
  expect(await list('sort=popular')).toEqual(['Third tee', 'Second tee', 'First tee'])
  expect(await countUnits()).toBe(2)
  expect(await list('sort=popular')).toEqual(['First tee', 'Second tee', 'Third tee'])
  expect(await list('sort=popular&category=TEE&q=tee')).toEqual(['First tee', 'Second tee', 'Third tee'])
  expect(await countUnits()).toBe(0)
  await database.updateTable('orders').set({ placed_at: sql<Date>`placed_at - interval '91 days'` }).execute()
  expect(await countUnits()).toBe(2)
  expect(await list('sort=popular')).toEqual(['Third tee', 'Second tee', 'First tee'])
})

test('a search is sorted by relevance, or by date on request', async () => {
  await createTestProduct({ database, name: 'Cargo tee cargo' })
  await createTestProduct({ database, name: 'Long tee of soft cotton with a cargo pocket' })
  const relevant = await list('q=cargo')
  expect(relevant[0]).toBe('Cargo tee cargo')
  expect(await list('q=cargo&sort=relevance')).toEqual(relevant)
  expect(await list('q=cargo&sort=newest')).toEqual(['Long tee of soft cotton with a cargo pocket', 'Cargo tee cargo'])
  expect(await list('sort=relevance')).toEqual(await list('sort=newest'))
})

test('the items sold of many products are counted in small statements, and a run that failed is continued', async () => {
  const { database: large, request: ask } = await createTestApp()
  const tee = await createTestProduct({ database: large, name: 'Sold tee' })
  await sql`
    insert into products (name, description, category, price_paise, stock, image_key, units_sold)
    select 'Tee ' || n, 'Soft.', 'TEE', 79900, 5, 'image', 1 from generate_series(1, 4500) as n
  `.execute(large)
  await ask('POST', '/guest/cashondelivery', { body: buildGuestOrder([tee]) })
  const { id: last } = await large.selectFrom('products').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
  await sql`
    create function check_statement() returns trigger language plpgsql as $$
    begin
      if (select count(*) from changed) > 2000 then raise 'Too many rows in one statement.'; end if;
      if exists (select from changed where id = ${sql.lit(last)}) then raise 'The last batch fails.'; end if;
      return null;
    end $$
  `.execute(large)
  await sql`
    create trigger check_statement after update on products referencing new table as changed for each statement execute function check_statement()
  `.execute(large)
  const count = () => countUnitsSold({ database: large, signal: new AbortController().signal })
  await expect(count()).rejects.toThrow('The last batch fails.')
  await sql`drop trigger check_statement on products`.execute(large)
  expect(await count(), 'the batch that failed').toBe(501)
  const { rows } = await sql`select units_sold, count(*) as products from products group by units_sold order by units_sold`.execute(large)
  expect(rows).toEqual([
    { units_sold: 0, products: 4_500 },
    { units_sold: 1, products: 1 },
  ])
  expect((await ask('GET', '/products/getAll?page=1&limit=1&sort=popular')).json().products).toMatchObject([{ name: 'Sold tee' }])
})

test('a count that is aborted changes nothing more', async () => {
  await database.updateTable('products').set({ units_sold: 7 }).execute()
  expect(await countUnitsSold({ database, signal: AbortSignal.abort() })).toBe(0)
  expect(await countUnits()).toBeGreaterThan(0)
})

test('an order that is being placed and the count do not wait for each other', async () => {
  const { id } = await createTestProduct({ database, name: 'Ordered tee' })
  await database.updateTable('products').set({ units_sold: 7 }).where('id', '=', id).execute()
  await database.transaction().execute(async (trx) => {
    // As the reference of a line does.
    await sql`select from products where id = ${id} for key share`.execute(trx)
    expect(await countUnits()).toBeGreaterThan(0)
  })
  const { units_sold } = await database.selectFrom('products').select('units_sold').where('id', '=', id).executeTakeFirstOrThrow()
  expect(units_sold).toBe(0)
})
