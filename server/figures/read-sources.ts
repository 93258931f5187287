import { sql } from 'kysely'
import { maxSourceRows, type SourceFigures, type SourceGroup, type SourceKind, type SourceRow } from '#contract/figures/source-figures.ts'
import { type Paise, paise, toRupees } from '#contract/kernel/money.ts'
import type { Database } from '../database/schema.ts'
import type { Period } from './period-rules.ts'

interface Options {
  readonly database: Database
  readonly period: Period
  readonly before: Period
  readonly by: SourceGroup
}

interface Sums {
  readonly orders: number
  readonly cancelled: number
  readonly notTaken: number
  readonly returned: number
  readonly paise: Paise
}

interface SumRow extends Sums {
  readonly kind: SourceKind
  readonly source: string
  readonly medium: string
  readonly campaign: string
  readonly isNow: boolean
}

const nothing: Sums = { orders: 0, cancelled: 0, notTaken: 0, returned: 0, paise: paise(0) }

const addSums = (rows: readonly Sums[]): Sums =>
  rows.reduce(
    (sums, row) => ({
      orders: sums.orders + row.orders,
      cancelled: sums.cancelled + row.cancelled,
      notTaken: sums.notTaken + row.notTaken,
      returned: sums.returned + row.returned,
      paise: paise(sums.paise + row.paise),
    }),
    nothing,
  )

const toFigures = ({ orders, paise: amount, ...figures }: Sums): SourceFigures => ({
  ...figures,
  orders: orders - figures.cancelled,
  sales: toRupees(amount),
})

/** Where the orders of a period come from, the most sales first, with the sums of all and the orders of each day. */
export async function readSources({ database, period, before, by }: Options) {
  const { rows } = await sql<SumRow>`
    select kind, source, ${by === 'campaign' ? sql`medium, campaign` : sql`'' as medium, '' as campaign`}, day >= ${period.from}::date as "isNow",
      sum(orders)::int as orders, sum(cancelled)::int as cancelled, sum(not_taken)::int as "notTaken", sum(returned)::int as returned,
      sum(sold_paise)::bigint as paise
    from daily_order_sources
    where (day >= ${period.from}::date and day <= ${period.to}::date) or (day >= ${before.from}::date and day <= ${before.to}::date)
    group by 1, 2, 3, 4, 5
  `.execute(database)
  const { rows: days } = await sql<{ day: string; orders: number }>`
    select to_char(days.day, 'YYYY-MM-DD') as day, coalesce(sum(orders - cancelled), 0)::int as orders
    from generate_series(${period.from}::date::timestamp, ${period.to}::date::timestamp, interval '1 day') as days (day)
    left join daily_order_sources on daily_order_sources.day = days.day::date group by days.day order by days.day
  `.execute(database)
  const now = (of: readonly SumRow[]) => addSums(of.filter(({ isNow }) => isNow))
  const earlier = (of: readonly SumRow[]) => addSums(of.filter(({ isNow }) => !isNow))
  const groups = Map.groupBy(rows, ({ kind, source, medium, campaign }) => JSON.stringify([kind, source, medium, campaign]))
  const grouped = [...groups].map(([_id, of]): SourceRow => {
    const { kind, source, medium, campaign } = of[0] as SumRow
    return { _id, kind, source, medium, campaign, figures: toFigures(now(of)), before: toFigures(earlier(of)) }
  })
  grouped.sort((a, b) => b.figures.sales - a.figures.sales || b.figures.orders - a.figures.orders || (a._id < b._id ? -1 : 1))
  return { sums: { figures: toFigures(now(rows)), before: toFigures(earlier(rows)) }, days, all: grouped }
}

/** The rows that a screen shows, with how many there are. */
export const cutSources = ({ all, ...sources }: Awaited<ReturnType<typeof readSources>>) => ({
  ...sources,
  rows: all.slice(0, maxSourceRows),
  total: all.length,
})
