import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { toIndianDay } from '#contract/kernel/indian-time.ts'
import { createTestProduct } from '#testing/factories.ts'
import { fuzzRuns } from '#testing/fuzz/fuzz-runs.ts'
import { createTestApp } from '#testing/test-app.ts'
import { countChangedDays } from './count-days.ts'
import { moveRecentSales } from './recent-sales.ts'

const { database } = await createTestApp()
const products = [await createTestProduct({ database, sizes: { M: 1, L: 1 } }), await createTestProduct({ database })].map(({ id }) => id)
const daysAgo = (days: number) => toIndianDay(Date.now() - days * 86_400_000)
const read = async () => (await sql`select * from recent_sales order by product_id, grouping, size`.execute(database)).rows

const sale = fc.record({
  days: fc.oneof(fc.integer({ min: 0, max: 200 }), fc.constantFrom(0, 1, 89, 90, 91, 179, 180, 181)),
  product: fc.nat(1),
  size: fc.constantFrom('M', 'L', ''),
  units: fc.integer({ min: 1, max: 9 }),
})

test('after the days have moved on, the sums of 90 days are those of a new count', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(sale, { maxLength: 20 }), fc.array(fc.nat(200), { maxLength: 4 }), async (sales, ends) => {
      await sql`truncate daily_sales, recent_sales, recent_sales_end`.execute(database)
      for (const { days, product, size, units } of sales)
        await sql`
          insert into daily_sales (day, product_id, size, units, cancelled, refused, undelivered, returned, paise, sold_paise)
          values (${daysAgo(days)}, ${products[product]}, ${size}, ${units}, 1, 0, 0, 0, 500, 400) on conflict do nothing
        `.execute(database)
      for (const days of ends.toSorted((one, other) => other - one)) await moveRecentSales({ database, today: daysAgo(days) })
      await moveRecentSales({ database, today: daysAgo(0) })
      const moved = await read()
      await sql`truncate recent_sales, recent_sales_end`.execute(database)
      await moveRecentSales({ database, today: daysAgo(0) })
      expect(moved).toEqual(await read())
    }),
    fuzzRuns({ runs: 40 }),
  )
})

test('before the first count of all days nothing is read from them, and afterwards they end today', async () => {
  await sql`truncate daily_sales, recent_sales, recent_sales_end`.execute(database)
  await countChangedDays({ database, signal: new AbortController().signal })
  expect((await sql`select day::text as day from recent_sales_end`.execute(database)).rows).toEqual([{ day: daysAgo(0) }])
})
