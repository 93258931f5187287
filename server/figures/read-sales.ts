import { type RawBuilder, sql } from 'kysely'
import { figuresPerPage, type SalesFigures, type SalesGroup, type SalesRow } from '#contract/figures/figures.ts'
import { type Paise, toRupees } from '#contract/kernel/money.ts'
import { presentPage, toOffset } from '../database/pages.ts'
import type { Database } from '../database/schema.ts'
import { countDays, type Period } from './period-rules.ts'

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
type FigureName = (typeof figureNames)[number]

/** A figure of both periods, such as `now_units` and `before_units`. */
type FigureColumns = Readonly<Record<`${'now' | 'before'}_${FigureName}`, number>>

interface Row extends FigureColumns, Omit<SalesRow, 'figures' | 'before' | 'daysLeft' | 'cost'> {
  readonly cost: Paise | null
  readonly total: number
}

/** What products of one style that declare their colours have in common; the id of any other product. */
const styleOf = sql`case when details ->> 'colour' is null then id::text else coalesce(details ->> 'style', id::text) end`

/** Columns of the figures of both periods. */
const listFigures = (read: (options: { name: FigureName; period: 'now' | 'before' }) => RawBuilder<unknown>) =>
  sql.join(
    (['now', 'before'] as const).flatMap((period) =>
      figureNames.map((name) => sql`${read({ name, period })} as ${sql.ref(`${period}_${name}`)}`),
    ),
  )

const isOf = { now: sql`is_now`, before: sql`not is_now` } as const
// There is one row of each period, so that the largest one is the only one.
const pivotFigures = listFigures(({ name, period }) => sql`coalesce(max(${sql.ref(name)}) filter (where ${isOf[period]}), 0)`)
const addFigures = listFigures(({ name, period }) => sql`sum(${sql.ref(`${period}_${name}`)})::bigint`)
const nameFigures = listFigures(({ name, period }) => sql.ref(`${period}_${name}`))

const hasPart = (q: string) => sql<boolean>`strpos(lower(name), lower(${q})) > 0`

/** Each product, or each size of one, is a row. */
const selectRows = (q: string) => sql`
  select concat_ws(' ', id, size) as _id, id as "productId", name, 1 as products, size, ${nameFigures}, stock, now_units * cost_paise as cost,
    (count(*) over ())::int as total
  from named ${q === '' ? sql`` : sql`where ${hasPart(q)}`}
  order by now_sales desc, now_units desc, name, 1`

/** The colours of a style are one row. */
const selectStyles = (q: string) => sql`
  select key as _id, (array_agg(id order by now_sales desc, id))[1] as "productId",
    (array_agg(name order by now_sales desc, id))[1] as name, count(*)::int as products, null as size, ${addFigures}, sum(stock)::int as stock,
    case when bool_and(cost_paise is not null) then sum(now_units * cost_paise)::bigint end as cost, (count(*) over ())::int as total
  from named group by key ${q === '' ? sql`` : sql`having bool_or(${hasPart(q)})`}
  order by sum(now_sales) desc, sum(now_units) desc, 3, 1`

const readFigures = (row: FigureColumns, period: 'now' | 'before'): SalesFigures =>
  present(Object.fromEntries(figureNames.map((name) => [name, row[`${period}_${name}`]])) as unknown as Counted)

interface RowsQuery extends SalesPeriod {
  readonly by: SalesGroup
  /** part of the name of a product, or of a colour of a style */
  readonly q?: string | undefined
  readonly page?: number
}

/** One page of the sales, best sold first; without a page all rows. */
export async function readSalesRows({ database, period, before, by, q = '', page }: RowsQuery) {
  const size = by === 'size' ? sql`size` : sql`null::text`
  const rowsOf = by === 'style' ? selectStyles : selectRows
  const limit = page === undefined ? sql`` : sql`limit ${figuresPerPage} offset ${toOffset({ page, perPage: figuresPerPage })}`
  const { rows } = await sql<Row>`
    with added as materialized (
      select product_id, ${size} as size, day >= ${period.from}::date as is_now, sum(units - cancelled - refused - undelivered)::int as units,
        sum(cancelled)::int as cancelled, sum(refused)::int as refused, sum(undelivered)::int as undelivered, sum(returned)::int as returned,
        sum(sold_paise)::bigint as sales
      from daily_sales where (${isIn(period)}) or (${isIn(before)}) group by 1, 2, 3
    ),
    sums as (select product_id, size, ${pivotFigures} from added group by 1, 2),
    named as (
      select sums.*, id, ${styleOf} as key, products.name, products.cost_paise,
        case when status = 'deleted' then 0 when sums.size is null or not has_sizes then products.stock
          else coalesce((select stock from product_sizes where product_id = products.id and product_sizes.size = sums.size), 0) end as stock
      from sums join products on products.id = product_id
    )
    ${rowsOf(q.trim())} ${limit}
  `.execute(database)
  const days = countDays(period)
  return {
    rows: rows.map((row): SalesRow => {
      const { _id, productId, name, products, size: sizeOfRow, stock, cost } = row
      const figures = readFigures(row, 'now')
      return {
        ...{ _id, productId, name, products, size: sizeOfRow, stock },
        figures,
        before: readFigures(row, 'before'),
        daysLeft: figures.units === 0 ? null : Math.floor((Math.max(stock, 0) * days) / figures.units),
        cost: cost === null ? null : toRupees(cost),
      }
    }),
    ...presentPage({ page: page ?? 1, perPage: figuresPerPage, total: rows[0]?.total ?? 0 }),
  }
}
