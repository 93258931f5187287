import { sql } from 'kysely'
import { type FunnelRow, funnelSteps, maxViewedProducts, type ViewRow } from '#contract/figures/funnel.ts'
import type { Database } from '../database/schema.ts'
import type { Period } from './period-rules.ts'
import { hasRecentViews, selectRecentUnits, selectRecentViews } from './recent-views.ts'

interface Periods {
  readonly period: Period
  readonly before: Period
}

interface Options extends Periods {
  readonly database: Database
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

/**
 * The days of both periods as one range, which an index has in this order. Days between the two, as there are in the month before one that is
 * not over, count for neither.
 */
const isInRange = ({ period, before }: Periods) => sql`(day >= ${before.from}::date and day <= ${period.to}::date)`

/** Views and items sold of each product in both periods, added up from the sums of days. */
const addUpDays = ({ period, before }: Periods) => ({
  viewed: sql`
    select product_id, coalesce(sum(views) filter (where ${isIn(period)}), 0)::int as views,
      coalesce(sum(views) filter (where ${isIn(before)}), 0)::int as "viewsBefore"
    from daily_product_views where ${isInRange({ period, before })} group by 1`,
  sold: sql`
    select product_id, coalesce(sum(units - cancelled - refused - undelivered) filter (where ${isIn(period)}), 0)::int as units,
      coalesce(sum(units - cancelled - refused - undelivered) filter (where ${isIn(before)}), 0)::int as "unitsBefore"
    from daily_sales where ${isInRange({ period, before })} group by 1`,
})

/** The common table expression `sums`: views and items sold of each product in both periods. */
async function sumViews({ database, ...periods }: Options) {
  const isRecent = await hasRecentViews({ database, period: periods.period })
  const { viewed, sold } = isRecent ? { viewed: selectRecentViews(periods.period), sold: selectRecentUnits } : addUpDays(periods)
  return sql`
    viewed as (${viewed}),
    sold as (${sold}),
    sums as materialized (
      select product_id, coalesce(views, 0) as views, coalesce("viewsBefore", 0) as "viewsBefore", coalesce(units, 0) as units,
        coalesce("unitsBefore", 0) as "unitsBefore"
      from viewed full join sold using (product_id) where views > 0 or "viewsBefore" > 0 or units > 0 or "unitsBefore" > 0
    )`
}

const presentView = ({ productId, name, views, viewsBefore, units, unitsBefore }: ProductRow): ViewRow => ({
  productId,
  name,
  figures: { views, units },
  before: { views: viewsBefore, units: unitsBefore },
})

interface PartQuery extends Options {
  readonly offset?: number
  /** rows; all others without it */
  readonly limit?: number
}

/**
 * The first rows of `sums`, and those that are as often looked at and sold as the last, because names decide between these. The last is found
 * first, because PostgreSQL would sort all rows for ties.
 */
const selectFirst = (limit: number) => sql`
  select sums.* from sums, (select views, units from sums order by views desc, units desc limit 1 offset
    greatest(1, least(${limit}::int, (select total from totals))) - 1) as last
  where (sums.views, sums.units) >= (last.views, last.units) order by sums.views desc, sums.units desc fetch first ${sql.lit(limit)} rows with ties`

/** Some of the rows, the most often looked at first, with the sums of all. */
async function readViewRows({ offset = 0, limit, ...options }: PartQuery) {
  const { rows } = await sql<ProductRow & { total: number; sums: Omit<ProductRow, 'productId' | 'name'> }>`
    with ${await sumViews(options)},
    totals as materialized (
      select count(*)::int as total, json_build_object('views', sum(views), 'viewsBefore', sum("viewsBefore"), 'units', sum(units), 'unitsBefore', sum("unitsBefore")) as sums
      from sums
    ),
    listed as materialized (${limit === undefined ? sql`select * from sums` : selectFirst(limit)})
    select product_id as "productId", name, views, "viewsBefore", units, "unitsBefore", total, sums
    from listed join products on products.id = product_id, totals order by views desc, units desc, name, product_id
    offset ${offset} limit ${limit ?? null}
  `.execute(options.database)
  return rows
}

/** How often products were looked at and what was sold of them: the most often first, and the sums of all. */
export async function readProductViews({ database, period, before }: Options) {
  const readDays = sql<{ day: string; visits: number }>`
    select to_char(days.day, 'YYYY-MM-DD') as day, coalesce(sum(views), 0)::int as visits
    from generate_series(${period.from}::date::timestamp, ${period.to}::date::timestamp, interval '1 day') as days (day)
    left join daily_product_views on daily_product_views.day = days.day::date group by days.day order by days.day
  `
  const [rows, { rows: days }] = await Promise.all([
    readViewRows({ database, period, before, limit: maxViewedProducts }),
    readDays.execute(database),
  ])
  const { total = 0, sums = { views: 0, viewsBefore: 0, units: 0, unitsBefore: 0 } } = rows[0] ?? {}
  return {
    rows: rows.map(presentView),
    total,
    days,
    sums: { figures: { views: sums.views, units: sums.units }, before: { views: sums.viewsBefore, units: sums.unitsBefore } },
  }
}

/** Rows before the rest of a file, so that it begins at once. */
const firstRows = 50

/** All products that were looked at or sold, the most often looked at first, in two parts. */
export async function* readAllProductViews(options: Options): AsyncGenerator<ViewRow[]> {
  const first = await readViewRows({ ...options, limit: firstRows })
  yield first.map(presentView)
  if (first.length === firstRows) yield (await readViewRows({ ...options, offset: firstRows })).map(presentView)
}
