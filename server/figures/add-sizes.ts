import { sql } from 'kysely'
import type { SalesRow, SizeSales } from '#contract/figures/figures.ts'
import type { Database } from '../database/schema.ts'
import type { Period } from './period-rules.ts'

interface Options {
  readonly database: Database
  readonly period: Period
  /** rows of products, as `readSales` gives them */
  readonly rows: readonly SalesRow[]
}

/** Adds to each product what was sold of its sizes, the most first. */
export async function addSizes({ database, period, rows }: Options): Promise<SalesRow[]> {
  const { rows: sizes } = await sql<SizeSales & { productId: string }>`
    select product_id as "productId", size, sum(units - cancelled - refused - undelivered)::int as units
    from daily_sales where product_id = any(${rows.map(({ productId }) => productId)}::uuid[])
      and day >= ${period.from}::date and day <= ${period.to}::date and size <> ''
    group by 1, 2 having sum(units - cancelled - refused - undelivered) > 0 order by 3 desc, 2
  `.execute(database)
  const byProduct = Map.groupBy(sizes, ({ productId }) => productId)
  return rows.map((row) => ({ ...row, sizes: (byProduct.get(row.productId) ?? []).map(({ size, units }) => ({ size, units })) }))
}
