import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { CallReply } from '#contract/contract.ts'
import { toIndianDay } from '#contract/kernel/indian-time.ts'
import { createTestProduct } from '#testing/factories.ts'
import { startShop } from '#testing/start-shop.ts'

const { app, request, database, cookies } = await startShop()
const old = new Date(Date.now() - 300 * 86_400_000)
const today = toIndianDay()

beforeEach(async () => {
  await sql`truncate daily_sales, restock_requests`.execute(database)
  await sql`update products set status = 'archived'`.execute(database)
})

/** Movements as [days before the end of yesterday in India, stock from then on]. */
/** Days ago and the stock from then on. */
const soldOut100DaysAgo = [
  [200, 9],
  [100, 0],
] as const

async function setHistory({ id, size, history }: { id: string; size: string | null; history: readonly (readonly [number, number])[] }) {
  await database.transaction().execute(async (trx) => {
    await sql`alter table stock_movements disable trigger stock_movements_reject_change`.execute(trx)
    await sql`delete from stock_movements where product_id = ${id} and size is not distinct from ${size}`.execute(trx)
    await sql`alter table stock_movements enable trigger stock_movements_reject_change`.execute(trx)
    let stock = 0
    for (const [days, after] of history) {
      await sql`
        insert into stock_movements (product_id, size, change, stock_after, cause, moved_at)
        values (${id}, ${size}, ${after - stock}, ${after}, 'correction', ${today}::date::timestamp at time zone 'Asia/Kolkata' - make_interval(days => ${days}))
      `.execute(trx)
      stock = after
    }
  })
}

const sell = ({ id, size, units, daysAgo = 2 }: { id: string; size: string; units: number; daysAgo?: number }) =>
  sql`
  insert into daily_sales (day, product_id, size, units, cancelled, refused, undelivered, returned, paise, sold_paise)
  values (${today}::date - ${daysAgo}::int, ${id}, ${size}, ${units + 1}, 1, 0, 0, 0, 0, 0)`.execute(database)

const wait = ({ id, size, persons }: { id: string; size: string; persons: number }) =>
  sql`
  insert into restock_requests (product_id, size, email, recipient, confirmed_at)
  select ${id}, ${size}, n || '@example.com', n || '@example.com', case when n > 0 then now() end from generate_series(0, ${persons}) n`.execute(
    database,
  )

const readList = async (days = 30) =>
  (await request('GET', `/figures/sewing?days=${days}`, { cookies })).json<CallReply<'GET /figures/sewing'>>()

/** The hours of today in India until now. */
const hoursOfToday = () => (Date.now() - Date.parse(`${today}T00:00:00+05:30`)) / 3_600_000

test('a size that was sold out half of the time is to be sewn as often as it was sold', async () => {
  const { id, name } = await createTestProduct({ database, name: 'Palash Kurta', sizes: { M: 3, L: 5 }, createdAt: old })
  // Sold out from 20 to 10 days ago, and from 4 days ago until 3 days ago: 11 of 29 days and the hours of today.
  await setHistory({
    id,
    size: 'M',
    history: [
      [200, 9],
      [20, 0],
      [10, 4],
      [4, 0],
      [3, 3],
    ],
  })
  await setHistory({ id, size: 'L', history: [[200, 5]] })
  await sell({ id, size: 'M', units: 36 })
  await sell({ id, size: 'L', units: 50 })
  const { rows, sum, total } = await readList()
  const missed = Math.round((10 * 36 * 11 * 24) / (18 * 24 + hoursOfToday())) / 10
  expect(rows).toEqual([
    {
      ...{ _id: `${id} M`, productId: id, name, size: 'M', stock: 3, sold: 36, hoursSoldOut: 264, waiting: 0 },
      missed: expect.closeTo(missed, 0),
      toSew: expect.closeTo(Math.round(missed), 0),
    },
  ])
  expect([sum, total]).toEqual([rows[0]?.toSew, 1])
})

test('a size that is sold out now counts until now, and one that was sold out before the period from its first day on', async () => {
  const { id } = await createTestProduct({ database, sizes: { M: 0, L: 2 }, createdAt: old })
  await setHistory({
    id,
    size: 'M',
    history: [
      [200, 9],
      [3, 0],
    ],
  })
  await setHistory({
    id,
    size: 'L',
    history: [
      [200, 9],
      [100, 0],
      [1, 2],
    ],
  })
  for (const size of ['M', 'L']) await sell({ id, size, units: 40 })
  const { rows } = await readList(7)
  const hours = Object.fromEntries(rows.map(({ size, hoursSoldOut }) => [size, hoursSoldOut]))
  // The 7 days are 6 whole ones and the hours of today.
  expect(hours).toEqual({ M: Math.round(72 + hoursOfToday()), L: 120 })
})

test('who waits is to be sewn for, also where nothing can be said of sales', async () => {
  const { id } = await createTestProduct({ database, sizes: { M: 0, L: 0 }, createdAt: old })
  for (const size of ['M', 'L']) await setHistory({ id, size, history: soldOut100DaysAgo })
  await wait({ id, size: 'M', persons: 3 })
  const { rows } = await readList()
  expect(rows).toMatchObject([{ size: 'M', missed: null, waiting: 3, toSew: 3 }])
})

test('a product with one stock for all sizes is one row with the sales of all', async () => {
  const { id } = await createTestProduct({ database, stock: 5, createdAt: old })
  await setHistory({
    id,
    size: null,
    history: [
      [200, 9],
      [20, 0],
      [10, 5],
    ],
  })
  await sell({ id, size: 'M', units: 30 })
  await sell({ id, size: '', units: 30 })
  expect((await readList()).rows).toMatchObject([{ size: '', sold: 60, hoursSoldOut: 240, stock: 5 }])
})

test('the file has all rows, the most to sew first', async () => {
  const { id } = await createTestProduct({ database, name: '=Kurta', sizes: { M: 0, L: 0 }, createdAt: old })
  for (const size of ['M', 'L']) await setHistory({ id, size, history: soldOut100DaysAgo })
  await wait({ id, size: 'M', persons: 1 })
  await wait({ id, size: 'L', persons: 2 })
  const { body, headers } = await request('GET', '/figures/sewing/export', { cookies })
  expect(headers['content-disposition']).toBe(`attachment; filename="to-sew-${today}.csv"`)
  const hours = Math.round(29 * 24 + hoursOfToday())
  expect(body.slice(1).trim().split('\r\n')).toEqual([
    'Product,Size,To sew,In stock,Items sold,Hours sold out,Missed,Waiting',
    `'=Kurta,L,2,0,0,${hours},,2`,
    `'=Kurta,M,1,0,0,${hours},,1`,
  ])
})

test('the list begins with the stock ledger', async () => {
  await database.transaction().execute(async (trx) => {
    await sql`alter table stock_movements disable trigger stock_movements_reject_change`.execute(trx)
    await sql`delete from stock_movements`.execute(trx)
    await sql`alter table stock_movements enable trigger stock_movements_reject_change`.execute(trx)
  })
  const { id } = await createTestProduct({ database, sizes: { M: 4 }, createdAt: old })
  await setHistory({
    id,
    size: 'M',
    history: [
      [4, 9],
      [3, 0],
      [1, 4],
    ],
  })
  await sell({ id, size: 'M', units: 10, daysAgo: 20 })
  await sell({ id, size: 'M', units: 6, daysAgo: 4 })
  const { rows, knownSince } = await readList()
  expect(knownSince).toBe(toIndianDay(Date.now() - 4 * 86_400_000))
  // Sold out 2 of 4 days and the hours of today.
  expect(rows).toMatchObject([{ sold: 6, hoursSoldOut: 48, missed: expect.closeTo((6 * 48) / (48 + hoursOfToday()), 0) }])
})

test('strangers see no list', async () => {
  expect((await app.inject('/api/v1/figures/sewing')).statusCode).toBe(401)
  expect((await request('GET', '/figures/sewing?days=8', { cookies })).statusCode).toBe(400)
})
