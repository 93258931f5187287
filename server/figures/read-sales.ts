import { type RawBuilder, sql } from 'kysely'
import { figuresPerPage, type SalesFigures, type SalesGroup, type SalesRow } from '#contract/figures/figures.ts'
import { type Paise, toRupees } from '#contract/kernel/money.ts'
import { presentPage, toOffset } from '../database/pages.ts'
import type { Database } from '../database/schema.ts'
import { countDays, type Period } from './period-rules.ts'
import { hasRecentSales } from './recent-sales.ts'

interface SalesPeriod {
  readonly database: Database
  readonly period: Period
  readonly before: Period
}

const counts = ['units', 'cancelled', 'refused', 'undelivered', 'returned'] as const
type Counted = Record<(typeof counts)[number], number> & { readonly sales: Paise }

const isIn = ({ from, to }: Period) => sql`day >= ${from}::date and day <= ${to}::date`

const nothing: SalesFigures = { units: 0, sales: 0, cancelled: 0, refused: 0, undelivered: 0, returned: 0 }

const present = ({ units, cancelled, refused, undelivered, returned, sales }: Counted): SalesFigures => ({
  units,
  sales: toRupees(sales),
  cancelled,
  refused,
  undelivered,
  returned,
})

/** The figures of all products in a period and in the one before, and of each day of the period. */
export async function readSalesSums({ database, period, before }: SalesPeriod) {
  const { rows } = await sql<Counted & { isNow: boolean; orders: number }>`
    select day >= ${period.from}::date as "isNow", sum(orders - cancelled)::int as orders,
      sum(units - cancelled_units - refused_units - undelivered_units)::int as units, sum(cancelled_units)::int as cancelled,
      sum(refused_units)::int as refused, sum(undelivered_units)::int as undelivered, sum(returned_units)::int as returned,
      sum(sold_units_paise)::bigint as sales
    from daily_orders where (${isIn(period)}) or (${isIn(before)}) group by 1
  `.execute(database)
  const { rows: days } = await sql<{ day: string; units: number; sales: Paise }>`
    select to_char(days.day, 'YYYY-MM-DD') as day,
      coalesce(sum(units - cancelled_units - refused_units - undelivered_units), 0)::int as units,
      coalesce(sum(sold_units_paise), 0)::bigint as sales
    from generate_series(${period.from}::date::timestamp, ${period.to}::date::timestamp, interval '1 day') as days (day)
    left join daily_orders on daily_orders.day = days.day::date group by days.day order by days.day
  `.execute(database)
  const [now, earlier] = [rows.find(({ isNow }) => isNow), rows.find(({ isNow }) => !isNow)]
  return {
    sums: {
      figures: now ? present(now) : nothing,
      before: earlier ? present(earlier) : nothing,
      orders: now?.orders ?? 0,
      ordersBefore: earlier?.orders ?? 0,
    },
    days: days.map((day) => ({ ...day, sales: toRupees(day.sales) })),
  }
}

const figureNames = [...counts, 'sales'] as const

/** A figure of both periods, such as `now_units` and `before_units`. */
type FigureColumns = Readonly<Record<`${'now' | 'before'}_${(typeof figureNames)[number]}`, number>>

interface Row extends FigureColumns, Omit<SalesRow, 'figures' | 'before' | 'daysLeft' | 'cost'> {
  readonly cost: Paise | null
  /** of all rows, where it was asked for */
  readonly total: number
}

/** Products of one style that declare their colours are one row. */
const hasStyle = sql`details ->> 'colour' is not null and details ->> 'style' is not null`

const netUnits = sql`units - cancelled - refused - undelivered`
const figureOf = {
  units: netUnits,
  cancelled: sql`cancelled`,
  refused: sql`refused`,
  undelivered: sql`undelivered`,
  returned: sql`returned`,
  sales: sql`sold_paise`,
}

/** Sums of the figures of both periods, of rows of `daily_sales`. */
const addFigures = (periods: Readonly<Record<'now' | 'before', Period>>) =>
  sql.join(
    (['now', 'before'] as const).flatMap((period) =>
      figureNames.map(
        (name) =>
          sql`coalesce(sum(${figureOf[name]}) filter (where ${isIn(periods[period])}), 0)::bigint as ${sql.ref(`${period}_${name}`)}`,
      ),
    ),
  )

const hasPart = (q: string) => sql<boolean>`strpos(lower(name), lower(${q})) > 0`

interface RankedQuery extends SalesPeriod {
  readonly by: SalesGroup
  readonly q: string
}

/** The common table expression `ranked`: the products, sizes or styles that have sold, with what they have sold in the period. */
async function rankSales({ database, period, before, by, q }: RankedQuery) {
  const isOfPart = q === '' ? sql`true` : sql`product_id in (select id from products where ${hasPart(q)})`
  // A style is found by the name of any of its products.
  const isCounted = by === 'style' ? sql`true` : isOfPart
  const size = by === 'size' ? sql`size` : sql`null::text`
  const isRecent = await hasRecentSales({ database, period })
  const sold = isRecent
    ? sql`
        select product_id, ${size} as size, units, paise as sales from recent_sales
        where grouping = ${by === 'size' ? sql.lit('size') : sql.lit('product')} and ${isCounted}`
    : sql`
        select product_id, ${size} as size, coalesce(sum(${netUnits}) filter (where ${isIn(period)}), 0) as units,
          coalesce(sum(sold_paise) filter (where ${isIn(period)}), 0) as sales
        from daily_sales where ((${isIn(period)}) or (${isIn(before)})) and ${isCounted} group by 1, 2`
  // Rows of recent_sales are read from its index as far as the page goes.
  const materialized = isRecent ? sql`not materialized` : sql`materialized`
  if (by === 'style')
    return sql`
      styled as materialized (select id, name, details ->> 'style' as style from products where ${hasStyle}),
      sold as ${materialized} (${sold}),
      ranked as ${materialized} (
        select style as key, array_agg(product_id) as product_ids, null::text as size, sum(units) as units, sum(sales) as sales
        from sold join styled on id = product_id group by 1 ${q === '' ? sql`` : sql`having bool_or(${hasPart(q)})`}
        union all
        select product_id::text, array[product_id], null, units, sales from sold
        where product_id not in (select id from styled) and ${isOfPart}
      )`
  return sql`
    ranked as ${materialized} (
      select product_id as key, array[product_id] as product_ids, size, units, sales from (${sold}) as sold
    )`
}

const sumFigures = sql.join(
  (['now', 'before'] as const).flatMap((period) =>
    figureNames.map((name) => sql`sum(${sql.ref(`${period}_${name}`)})::bigint as ${sql.ref(`${period}_${name}`)}`),
  ),
)

const readFigures = (row: FigureColumns, period: 'now' | 'before'): SalesFigures =>
  present(Object.fromEntries(figureNames.map((name) => [name, row[`${period}_${name}`]])) as unknown as Counted)

interface RowsQuery extends SalesPeriod {
  readonly by: SalesGroup
  /** part of the name of a product, or of a colour of a style */
  readonly q?: string | undefined
}

interface PartQuery extends RowsQuery {
  readonly offset: number
  readonly limit: number
}

/**
 * Some of the rows, best sold first, with the figures of both periods: a product, a size of it, or the colours of a style. A page counts all rows
 * (`total`) in the same statement, because what has sold is added up once for both.
 */
async function readRows({
  database,
  period,
  before,
  by,
  q = '',
  offset,
  limit,
  total = sql`0`,
}: PartQuery & { total?: RawBuilder<number> }) {
  const { rows } = await sql<Row>`
    with ${await rankSales({ database, period, before, by, q: q.trim() })},
    chosen as materialized (
      select *, row_number() over (order by sales desc, units desc, key desc, size desc) as place from (
        select * from ranked order by sales desc, units desc, key desc, size desc limit ${limit} offset ${offset}
      ) as listed
    ),
    members as (
      select place, key, chosen.size, id, name, cost_paise, figures.*,
        case when status = 'deleted' then 0 when chosen.size is null or not has_sizes then stock
          else coalesce((select stock from product_sizes where product_id = id and product_sizes.size = chosen.size), 0) end as stock
      from chosen, unnest(product_ids) as member (id) join products using (id), lateral (
        select ${addFigures({ now: period, before })} from daily_sales
        where product_id = id and ${by === 'size' ? sql`daily_sales.size = chosen.size` : sql`true`} and ((${isIn(period)}) or (${isIn(before)}))
      ) as figures
    )
    select concat_ws(' ', key, size) as _id, (array_agg(id order by now_sales desc, id))[1] as "productId",
      (array_agg(name order by now_sales desc, id))[1] as name, count(*)::int as products, size, ${sumFigures}, sum(stock)::int as stock,
      case when bool_and(cost_paise is not null) then sum(now_units * cost_paise)::bigint end as cost, ${total} as total
    from members group by place, key, size order by place
  `.execute(database)
  return rows
}

function presentRow(row: Row, period: Period): SalesRow {
  const { _id, productId, name, products, size, stock, cost } = row
  const figures = readFigures(row, 'now')
  return {
    ...{ _id, productId, name, products, size, stock },
    figures,
    before: readFigures(row, 'before'),
    daysLeft: figures.units === 0 ? null : Math.floor((Math.max(stock, 0) * countDays(period)) / figures.units),
    cost: cost === null ? null : toRupees(cost),
  }
}

const countAll = sql<number>`(select count(*)::int from ranked)`

/** One page of the sales, best sold first. */
export async function readSalesRows({ page, ...query }: RowsQuery & { page: number }) {
  const rows = await readRows({ ...query, offset: toOffset({ page, perPage: figuresPerPage }), limit: figuresPerPage, total: countAll })
  const total = rows[0]?.total ?? (page === 1 ? 0 : await countRanked(query))
  return { rows: rows.map((row) => presentRow(row, query.period)), ...presentPage({ page, perPage: figuresPerPage, total }) }
}

/** For a page after the last one. */
async function countRanked({ q = '', ...query }: RowsQuery): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    with ${await rankSales({ ...query, q: q.trim() })} select ${countAll} as total
  `.execute(query.database)
  return rows[0]?.total ?? 0
}

/** All rows, best sold first, in parts. The first one is small, so that a file begins at once. */
export async function* readAllSales(query: RowsQuery): AsyncGenerator<SalesRow[]> {
  let offset = 0
  for (let limit = 50; ; limit = 10_000) {
    const rows = await readRows({ ...query, offset, limit })
    yield rows.map((row) => presentRow(row, query.period))
    if (rows.length < limit) return
    offset += limit
  }
}
