import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { CallReply } from '#contract/contract.ts'
import { address, createTestProduct } from '#testing/factories.ts'
import { startShop } from '#testing/start-shop.ts'
import { maxCounted } from './search-orders.ts'

const { request, database, admin } = await startShop()
const get = async <Reply>(path: string) => (await request('GET', path, { cookies: admin.cookies })).json<Reply>()
const readDesk = (q: string) => get<CallReply<'GET /order/admin/desk'>>(`/order/admin/desk?view=all&rows=50&q=${encodeURIComponent(q)}`)
const readList = (q: string) => get<CallReply<'GET /cod/adminOrder'>>(`/cod/adminOrder?q=${encodeURIComponent(q)}`)

/** Guest orders of people with this last name, the first the oldest. */
const insertOrders = (lastName: string, count: number) =>
  sql`
    insert into orders (number, kind, total_paise, delivery_address, placed_at)
    select ${lastName} || n, 'guest', 100, ${JSON.stringify({ ...address, lastName, phone: '9000000000' })}::jsonb,
      now() - interval '1 day' + n * interval '1 second'
    from generate_series(1, ${count}::int) as n
  `.execute(database)

await insertOrders('Rare', maxCounted)
await insertOrders('Common', maxCounted + 1)

test('a search counts up to a number, and says when there is more', async () => {
  expect(await readDesk('rare')).toMatchObject({ total: maxCounted, totalPages: maxCounted / 50 })
  expect(await readDesk('rare')).not.toHaveProperty('hasMore')
  expect(await readDesk('common')).toMatchObject({ total: maxCounted, totalPages: maxCounted / 50, hasMore: true })
  expect(await readList('rare')).not.toHaveProperty('hasMore')
  expect(await readList('common')).toMatchObject({ total: maxCounted, hasMore: true })
})

test('the count of a view with few orders is exact beside one with many', async () => {
  const count = async () => (await readDesk('')).counts['to-pack']
  expect(await count()).toBe(0)
  await sql`update orders set status = 'Confirmed' where number = 'Common1'`.execute(database)
  expect(await count()).toBe(1)
})

test('what many orders have is found as what few have, the newest first', async () => {
  const [rare, common] = [await readDesk('rare'), await readDesk('common')]
  expect(rare.orders.slice(0, 2).map(({ number }) => number)).toEqual([`Rare${maxCounted}`, `Rare${maxCounted - 1}`])
  expect(common.orders.slice(0, 2).map(({ number }) => number)).toEqual([`Common${maxCounted + 1}`, `Common${maxCounted}`])
  const both = await readDesk('asha rare')
  expect(both.orders[0]?.number).toBe(`Rare${maxCounted}`)
  expect(await readDesk('common rare')).toMatchObject({ orders: [], total: 0 })
  expect(await readDesk('asha common')).toMatchObject({ total: maxCounted, hasMore: true })
})

test('a frequent term is also found in the lines of a few orders', async () => {
  const { id } = await createTestProduct({ database })
  await sql`
    insert into order_lines (order_id, line, product_id, name, image_key, price_paise, quantity, size)
    select id, 1, ${id}, 'Common thread', 'x', 100, 1, 'M' from orders where number = 'Rare7'
  `.execute(database)
  const found = await readDesk('common rare')
  expect(found).toMatchObject({ total: 1, orders: [{ number: 'Rare7' }] })
  await sql`delete from order_lines where name = 'Common thread'`.execute(database)
  expect(await readDesk('common rare')).toMatchObject({ total: 0, orders: [] })
})

test('two frequent terms are counted where one is in the order and one in its lines', async () => {
  const { id } = await createTestProduct({ database })
  await sql`
    insert into order_lines (order_id, line, product_id, name, image_key, price_paise, quantity, size)
    select id, 1, ${id}, 'Woven stole', 'x', 100, 1, 'M' from orders where number like 'Common%'
  `.execute(database)
  expect(await readDesk('common woven')).toMatchObject({ total: maxCounted, hasMore: true })
  expect(await readList('common woven')).toMatchObject({ total: maxCounted, hasMore: true })
})

test('a view counts those of the found orders that are in it', async () => {
  const { id } = await database.selectFrom('orders').select('id').where('number', '=', 'Common7').executeTakeFirstOrThrow()
  const { id: archivedBy } = await database.selectFrom('users').select('id').executeTakeFirstOrThrow()
  await database.insertInto('archived_orders').values({ order_id: id, archived_by: archivedBy }).execute()
  for (const q of ['common', 'asha common']) {
    expect(await readDesk(q), q).toMatchObject({ total: maxCounted })
    expect(await readDesk(q), q).not.toHaveProperty('hasMore')
    expect(await readList(q), q).not.toHaveProperty('hasMore')
  }
  await database.deleteFrom('archived_orders').execute()
  await sql`update orders set status = 'Confirmed' where number = 'Common2'`.execute(database)
  for (const q of ['common', 'asha common'])
    expect(await get(`/order/admin/desk?view=new&q=${encodeURIComponent(q)}`), q).toMatchObject({ total: maxCounted - 1 })
})

test('a complete mobile number finds the orders of the phone, and its digits elsewhere only when there are none', async () => {
  const insert = (number: string, details: object) =>
    sql`insert into orders (number, kind, total_paise, delivery_address) values (${number}, 'guest', 100, ${JSON.stringify({ ...address, ...details })}::jsonb)`.execute(
      database,
    )
  await insert('PHONE', { phone: '+91 95555 00001', email: 'asha@example.com' })
  await insert('EMAIL', { phone: '9555500002', email: '9555500001@example.com' })
  await insert('OTHER', { phone: '9555500004', email: '9555500003@example.com' })
  const numbers = async (q: string) => (await readDesk(q)).orders.map(({ number }) => number)
  expect(await numbers('9555500001')).toEqual(['PHONE'])
  expect(await numbers('+91 95555-00001')).toEqual(['PHONE'])
  expect((await numbers('955550000')).sort()).toEqual(['EMAIL', 'OTHER', 'PHONE'])
  expect(await numbers('9555500003')).toEqual(['OTHER'])
  const people = async (q: string) => (await get<CallReply<'GET /customers'>>(`/customers?q=${q}`)).customers.map(({ phone }) => phone)
  expect([await people('9555500001'), await people('9555500003')]).toEqual([['+91 95555 00001'], ['9555500004']])
  await sql`delete from orders where number in ('PHONE', 'EMAIL', 'OTHER')`.execute(database)
})

test('the number of people on a full page is that of all people, and each is there once', async () => {
  await sql`update orders set delivery_address = delivery_address || jsonb_build_object('phone', (9100000000 + substr(number, 5)::int / 2)::text)
    where number like 'Rare%'`.execute(database)
  const first = await get<CallReply<'GET /customers'>>('/customers')
  const second = await get<CallReply<'GET /customers'>>('/customers?page=2')
  // Two orders each, one person of the first and of the last alone, and all others one person.
  expect([first.total, second.total]).toEqual([maxCounted / 2 + 2, maxCounted / 2 + 2])
  const shown = [...first.customers, ...second.customers].map(({ phone }) => phone)
  expect(new Set(shown).size).toBe(shown.length)
  expect(shown.slice(0, 3)).toEqual(['9000000000', '9100000500', '9100000499'])
  const last = await get<CallReply<'GET /customers'>>(`/customers?page=${first.totalPages}`)
  expect(last).toMatchObject({ total: first.total })
  expect(last.customers.at(-1)?.phone).toBe('9100000000')
})

test('one or two letters begin a word of an order or of a product', async () => {
  await insertOrders('Quill', 1)
  const total = async (q: string) => (await readDesk(q)).total
  expect([await total('qu'), await total('QU rare'), await total('ui'), await total('il quill')]).toEqual([1, 0, 0, 0])
  const { rows } = await sql<{ id: string }>`select id from orders where number = 'Quill1'`.execute(database)
  const { id: productId } = await createTestProduct({ database })
  await sql`insert into order_lines (order_id, line, product_id, name, image_key, price_paise, quantity, size)
    values (${rows[0]?.id}, 1, ${productId}, 'Ivory zari kurta', 'x', 100, 1, 'M')`.execute(database)
  expect([await total('za'), await total('iv'), await total('ar quill'), await total('zari')]).toEqual([1, 1, 0, 1])
  const people = await get<CallReply<'GET /customers'>>('/customers?q=qu')
  expect([people.total, (await get<CallReply<'GET /customers'>>('/customers?q=ll')).total]).toEqual([1, 0])
})
