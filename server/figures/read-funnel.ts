import { sql } from 'kysely'
import { type FunnelRow, funnelSteps, type ViewRow } from '#contract/figures/funnel.ts'
import type { Database } from '../database/schema.ts'
import type { Period } from './period-rules.ts'

interface Options {
  readonly database: Database
  readonly period: Period
  readonly before: Period
}

const isIn = ({ from, to }: Period) => sql`(day >= ${from}::date and day <= ${to}::date)`

/** Steps of visits, and the orders that were placed in them since the first day whose steps were counted. */
const counted = sql`
  select day, step, visits from daily_steps
  union all
  select day, 'order', orders from daily_order_sources where kind = 'visit' and day >= (select min(day) from daily_steps)
`

/** How far the visits of a period came. */
export async function readFunnel({ database, period, before }: Options) {
  const { rows } = await sql<FunnelRow>`
    select step, coalesce(sum(visits) filter (where ${isIn(period)}), 0)::int as visits,
      coalesce(sum(visits) filter (where ${isIn(before)}), 0)::int as before
    from (${counted}) as counted where ${isIn(period)} or ${isIn(before)} group by 1
  `.execute(database)
  const { rows: days } = await sql<{ day: string; visits: number; orders: number }>`
    select to_char(days.day, 'YYYY-MM-DD') as day, coalesce(sum(visits) filter (where step = 'visit'), 0)::int as visits,
      coalesce(sum(visits) filter (where step = 'order'), 0)::int as orders
    from generate_series(${period.from}::date::timestamp, ${period.to}::date::timestamp, interval '1 day') as days (day)
    left join (select * from (${counted}) as counted where ${isIn(period)}) as counted on counted.day = days.day::date
    group by days.day order by days.day
  `.execute(database)
  const steps = funnelSteps.map((step): FunnelRow => rows.find((row) => row.step === step) ?? { step, visits: 0, before: 0 })
  return { steps, days }
}

interface ProductRow {
  readonly productId: string
  readonly name: string
  readonly views: number
  readonly viewsBefore: number
  readonly units: number
  readonly unitsBefore: number
}

const addProducts = (rows: readonly ViewRow[], name: 'figures' | 'before') => ({
  views: rows.reduce((sum, row) => sum + row[name].views, 0),
  units: rows.reduce((sum, row) => sum + row[name].units, 0),
})

/** How often products were looked at and what was sold of them, the most often first. */
export async function readProductViews({ database, period, before }: Options) {
  const { rows } = await sql<ProductRow>`
    with counted as (
      select product_id, ${isIn(period)} as is_now, sum(views) as views, 0 as units from daily_product_views
      where ${isIn(period)} or ${isIn(before)} group by 1, 2
      union all
      select product_id, ${isIn(period)}, 0, sum(units - cancelled - refused - undelivered) from daily_sales
      where ${isIn(period)} or ${isIn(before)} group by 1, 2
    ),
    sums as (
      select product_id, coalesce(sum(views) filter (where is_now), 0)::int as views,
        coalesce(sum(views) filter (where not is_now), 0)::int as "viewsBefore",
        coalesce(sum(units) filter (where is_now), 0)::int as units, coalesce(sum(units) filter (where not is_now), 0)::int as "unitsBefore"
      from counted group by 1
    )
    select product_id as "productId", name, views, "viewsBefore", units, "unitsBefore" from sums join products on products.id = product_id
    where views + "viewsBefore" + units + "unitsBefore" > 0 order by views desc, units desc, name, product_id
  `.execute(database)
  const { rows: days } = await sql<{ day: string; visits: number }>`
    select to_char(days.day, 'YYYY-MM-DD') as day, coalesce(sum(views), 0)::int as visits
    from generate_series(${period.from}::date::timestamp, ${period.to}::date::timestamp, interval '1 day') as days (day)
    left join daily_product_views on daily_product_views.day = days.day::date group by days.day order by days.day
  `.execute(database)
  const all = rows.map(({ productId, name, views, viewsBefore, units, unitsBefore }): ViewRow => {
    return { productId, name, figures: { views, units }, before: { views: viewsBefore, units: unitsBefore } }
  })
  return { all, days, sums: { figures: addProducts(all, 'figures'), before: addProducts(all, 'before') } }
}
