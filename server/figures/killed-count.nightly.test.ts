import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { toIndianDay } from '#contract/kernel/indian-time.ts'
import { insertPlannedOrders, insertPlannedProducts } from '#testing/insert-planned-orders.ts'
import { planOrders } from '#testing/planned-orders.ts'
import { createShopProcess } from '#testing/shop-process.ts'
import { findRunningDatabase } from '../adapters/embedded-postgres/embedded-postgres.ts'
import { connectPostgres } from '../adapters/postgres.ts'
import type { Database } from '../database/schema.ts'

const kills = 2
const days = 120
const tables = [
  ...['daily_sales', 'daily_orders', 'daily_deliveries', 'daily_order_sources', 'daily_code_sales', 'daily_buyers'],
  ...['daily_money', 'daily_profit', 'recent_sales'],
]

const shop = await createShopProcess({ settings: { ADMIN_PIN: 'owner-pin-1', DEMO: 'off' } })
afterAll(() => shop.remove())

/** Runs a function with a connection of its own, because the database ends when the killed shop starts again. */
async function withDatabase<Result>(use: (database: Database) => Promise<Result>): Promise<Result> {
  const connection = await findRunningDatabase({ dataDir: shop.dataDir })
  if (!connection) throw new Error('The database does not run.')
  const database = connectPostgres({ connection, onIdleError: () => {} })
  try {
    return await use(database)
  } finally {
    await database.destroy()
  }
}

/** Days of orders and of profit that are not counted yet. */
async function countWaiting(database: Database): Promise<number> {
  const { rows } = await sql<{ days: number }>`
    select (select count(*)::int from changed_order_days) + (select count(*)::int from changed_profit_days) as days
  `.execute(database)
  return rows[0]?.days ?? 0
}

const markAllDays = (database: Database) =>
  sql`
    with days as (select distinct (placed_at at time zone 'Asia/Kolkata')::date as day from orders),
      profit as (insert into changed_profit_days (day, transaction_id) select day, xid8 '0' from days on conflict do nothing)
    insert into changed_order_days (day, transaction_id) select day, xid8 '0' from days on conflict do nothing
  `.execute(database)

/** The rows of all sums, as texts. */
async function readSums(database: Database) {
  const rows = await Promise.all(
    tables.map(
      async (table) => (await sql<{ row: string }>`select t::text as row from ${sql.table(table)} t order by 1`.execute(database)).rows,
    ),
  )
  return Object.fromEntries(tables.map((table, index) => [table, rows[index]?.map(({ row }) => row)]))
}

const waitUntilCounted = (database: Database) => expect.poll(() => countWaiting(database), { timeout: 600_000, interval: 250 }).toBe(0)

test('a shop that is killed while it counts the past has the sums of one that is not', { timeout: 1_200_000 }, async () => {
  const since = toIndianDay(Date.now() - days * 86_400_000)
  const orders = planOrders({ orders: 20_000, products: 60 }).filter(({ day }) => day > since)
  await shop.start()
  await withDatabase(async (database) => {
    const productIds = await insertPlannedProducts({ database, products: 60 })
    await insertPlannedOrders({ database, orders, productIds })
    await markAllDays(database)
  })
  for (let kill = 0; kill < kills; kill += 1) {
    const [before, after] = await withDatabase(async (database) => {
      const before = await countWaiting(database)
      await expect.poll(() => countWaiting(database), { timeout: 600_000, interval: 1 }).toBeLessThan(before)
      await shop.kill()
      return [before, await countWaiting(database)]
    })
    expect(after).toBeGreaterThan(0)
    expect(after).toBeLessThan(before)
    await shop.start()
  }
  await withDatabase(async (database) => {
    await waitUntilCounted(database)
    const sums = await readSums(database)
    expect(sums.daily_orders?.length).toBeGreaterThanOrEqual(days)
    const { rows } = await sql<{ orders: number }>`select sum(orders)::int as orders from daily_orders`.execute(database)
    expect(rows[0]?.orders).toBe(orders.length)
    await markAllDays(database)
    await waitUntilCounted(database)
    expect(await readSums(database)).toEqual(sums)
  })
  await shop.stop()
})
