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

type Counted = Record<'units' | 'cancelled' | 'refused' | 'undelivered' | 'returned', number> & { readonly sales: Paise }

/** The figures of the rows of `daily_sales` that fulfil the condition, as an object. */
const sumFigures = (condition: RawBuilder<unknown>) => sql<Counted>`json_build_object(
  'units', coalesce(sum(units - cancelled - refused - undelivered) filter (where ${condition}), 0),
  'cancelled', coalesce(sum(cancelled) filter (where ${condition}), 0),
  'refused', coalesce(sum(refused) filter (where ${condition}), 0),
  'undelivered', coalesce(sum(undelivered) filter (where ${condition}), 0),
  'returned', coalesce(sum(returned) filter (where ${condition}), 0),
  'sales', coalesce(sum(sold_paise) filter (where ${condition}), 0))`

const isIn = ({ from, to }: Period) => sql`day >= ${from}::date and day <= ${to}::date`

const present = ({ sales, ...counts }: Counted): SalesFigures => ({ ...counts, sales: toRupees(sales) })

/** The figures of all products in a period and in the one before, and of each day of the period. */
export async function readSalesSums({ database, period, before }: SalesPeriod) {
  const { rows } = await sql<{ figures: Counted; before: Counted; orders: number; ordersBefore: number }>`
    select ${sumFigures(isIn(period))} as figures, ${sumFigures(isIn(before))} as before,
      (select coalesce(sum(orders - cancelled), 0) from daily_orders where ${isIn(period)})::int as orders,
      (select coalesce(sum(orders - cancelled), 0) from daily_orders where ${isIn(before)})::int as "ordersBefore"
    from daily_sales where (${isIn(period)}) or (${isIn(before)})
  `.execute(database)
  const { rows: days } = await sql<{ day: string; units: number; sales: Paise }>`
    select to_char(days.day, 'YYYY-MM-DD') as day, coalesce(sum(units - cancelled - refused - undelivered), 0)::int as units,
      coalesce(sum(sold_paise), 0)::bigint as sales
    from generate_series(${period.from}::date::timestamp, ${period.to}::date::timestamp, interval '1 day') as days (day)
    left join daily_sales on daily_sales.day = days.day::date group by days.day order by days.day
  `.execute(database)
  const sums = rows[0] as (typeof rows)[number]
  return {
    sums: { ...sums, figures: present(sums.figures), before: present(sums.before) },
    days: days.map((day) => ({ ...day, sales: toRupees(day.sales) })),
  }
}

interface Row extends Omit<SalesRow, 'figures' | 'before' | 'daysLeft' | 'cost'> {
  readonly figures: Counted
  readonly before: Counted
  readonly cost: Paise | null
  readonly total: number
}

/** What products of one style that declare their colours have in common; the id of any other product. */
const styleOf = sql`case when details ->> 'colour' is null then id::text else coalesce(details ->> 'style', id::text) end`

/** One page of the sales, best sold first; without a page all rows. */
export async function readSalesRows({ database, period, before, by, page }: SalesPeriod & { by: SalesGroup; page?: number }) {
  const size = by === 'size' ? sql`size` : sql`null::text`
  const key = by === 'style' ? styleOf : sql`id::text`
  const limit = page === undefined ? sql`` : sql`limit ${figuresPerPage} offset ${toOffset({ page, perPage: figuresPerPage })}`
  const { rows } = await sql<Row>`
    with sums as (
      select product_id, ${size} as size, ${sumFigures(isIn(period))}::jsonb as figures, ${sumFigures(isIn(before))}::jsonb as before,
        coalesce(sum(sold_paise) filter (where ${isIn(period)}), 0)::bigint as sold_paise,
        coalesce(sum(units - cancelled - refused - undelivered) filter (where ${isIn(period)}), 0)::int as units
      from daily_sales where (${isIn(period)}) or (${isIn(before)}) group by 1, 2
    ),
    named as (
      select sums.*, ${key} as key, products.name, products.cost_paise,
        case when sums.size is null or not has_sizes then products.stock
          else coalesce((select stock from product_sizes where product_id = products.id and product_sizes.size = sums.size), 0) end as stock,
        case when status = 'deleted' then 0 else 1 end as is_kept
      from sums join products on products.id = product_id
    )
    select concat_ws(' ', key, size) as _id, (array_agg(product_id order by sold_paise desc, product_id))[1] as "productId",
      (array_agg(name order by sold_paise desc, product_id))[1] as name, count(*)::int as products, size,
      ${addFigures('figures')} as figures, ${addFigures('before')} as before, sum(stock * is_kept)::int as stock,
      case when bool_and(cost_paise is not null) then sum(units * cost_paise)::bigint end as cost, (count(*) over ())::int as total
    from named group by key, size
    order by sum(sold_paise) desc, sum(units) desc, 3, 1 ${limit}
  `.execute(database)
  const days = countDays(period)
  return {
    rows: rows.map(({ total: _total, figures, before: earlier, cost, ...row }): SalesRow => {
      const daysLeft = figures.units === 0 ? null : Math.floor((Math.max(row.stock, 0) * days) / figures.units)
      return { ...row, figures: present(figures), before: present(earlier), daysLeft, cost: cost === null ? null : toRupees(cost) }
    }),
    ...presentPage({ page: page ?? 1, perPage: figuresPerPage, total: rows[0]?.total ?? 0 }),
  }
}

/** Adds the figures of several products. */
function addFigures(column: 'figures' | 'before') {
  const names = ['units', 'cancelled', 'refused', 'undelivered', 'returned', 'sales'] as const
  const sums = names.flatMap((name) => [sql.lit(name), sql`sum((${sql.ref(column)} ->> ${sql.lit(name)})::bigint)`])
  return sql<Counted>`json_build_object(${sql.join(sums)})`
}
