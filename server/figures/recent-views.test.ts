import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { toIndianDay } from '#contract/kernel/indian-time.ts'
import { createTestProduct } from '#testing/factories.ts'
import { fuzzRuns } from '#testing/fuzz/fuzz-runs.ts'
import { createTestApp } from '#testing/test-app.ts'
import { countChangedDays } from './count-days.ts'
import { addDays, findPeriods } from './period-rules.ts'
import { listProductParts } from './product-parts.ts'
import { readAllProductViews, readProductViews } from './read-funnel.ts'
import { moveRecentSales } from './recent-sales.ts'
import { hasRecentViews, moveRecentViews } from './recent-views.ts'

const { database } = await createTestApp()
const products = [await createTestProduct({ database, name: 'Tee' }), await createTestProduct({ database, name: 'Kurta' })].map(
  ({ id }) => id,
)
const today = toIndianDay()
const periods = findPeriods({ query: { days: '90' }, today })
const tables = sql`daily_product_views, daily_sales, recent_views, recent_views_end, recent_sales, recent_sales_end`

const day = fc.record({
  days: fc.oneof(fc.nat(200), fc.constantFrom(0, 1, 2, 89, 90, 91, 92, 179, 180, 181, 182)),
  product: fc.nat(1),
  number: fc.integer({ min: 1, max: 9 }),
})

async function readViews() {
  const files: unknown[] = []
  for await (const rows of readAllProductViews({ database, ...periods })) files.push(...rows)
  return { ...(await readProductViews({ database, ...periods })), files }
}

test('after the days have moved on, the views and sales of 90 days are what the sums of the days add up to', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(day, { maxLength: 20 }),
      fc.array(day, { maxLength: 20 }),
      fc.array(fc.nat(200), { maxLength: 4 }),
      async (views, sales, ends) => {
        await sql`truncate ${tables}`.execute(database)
        for (const { days, product, number } of views)
          await sql`insert into daily_product_views values (${addDays(today, -days)}, ${products[product]}, ${number}) on conflict do nothing`.execute(
            database,
          )
        for (const { days, product, number } of sales)
          await sql`
            insert into daily_sales (day, product_id, size, units, cancelled, refused, undelivered, returned, paise, sold_paise)
            values (${addDays(today, -days)}, ${products[product]}, 'M', ${number}, 1, 0, 0, 0, 500, 400) on conflict do nothing
          `.execute(database)
        for (const days of [...ends.toSorted((one, other) => other - one), 0]) {
          await moveRecentSales({ database, today: addDays(today, -days) })
          await moveRecentViews({ database, today: addDays(today, -days) })
        }
        // As an earlier version counts.
        if (ends.length === 2) {
          await sql`update recent_sales set units_before = null`.execute(database)
          await moveRecentSales({ database, today })
        }
        expect(await hasRecentViews({ database, period: periods.period })).toBe(true)
        const moved = await readViews()
        await sql`truncate recent_views_end`.execute(database)
        expect(await hasRecentViews({ database, period: periods.period })).toBe(false)
        expect(moved).toEqual(await readViews())
      },
    ),
    fuzzRuns({ runs: 40 }),
  )
})

test('the job lets the days end, and rows of an earlier version are not read before all are counted again', async () => {
  await sql`truncate ${tables}`.execute(database)
  await countChangedDays({ database, signal: new AbortController().signal })
  expect(await hasRecentViews({ database, period: periods.period })).toBe(true)
  await sql`insert into recent_sales (product_id, grouping, size, units, paise) values (${products[0]}, 'product', '', 1, 1)`.execute(
    database,
  )
  expect(await hasRecentViews({ database, period: periods.period })).toBe(false)
  await countChangedDays({ database, signal: new AbortController().signal })
  expect(await hasRecentViews({ database, period: periods.period })).toBe(true)
})

test('each product is in one of the parts that are counted one after another', async () => {
  await createTestProduct({ database })
  for (const [size, parts] of [
    [1, 4],
    [2, 2],
    [3, 2],
    [4, 1],
  ] as const)
    await database.transaction().execute(async (trx) => {
      const conditions = await listProductParts({ trx, size })
      expect(conditions).toHaveLength(parts)
      const { rows } = await sql<{ times: number }>`
        select (${sql.join(
          conditions.map((isOfPart) => sql`${isOfPart}::int`),
          sql` + `,
        )}) as times from (select id as product_id from products) as ids
      `.execute(trx)
      expect(rows.every(({ times }) => times === 1)).toBe(true)
    })
})
