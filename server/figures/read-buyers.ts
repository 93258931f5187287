import { sql } from 'kysely'
import type { BuyerFigures, BuyerOrders, BuyerRow } from '#contract/figures/buyer-figures.ts'
import type { SourceKind } from '#contract/figures/source-figures.ts'
import type { Database } from '../database/schema.ts'
import type { Period } from './period-rules.ts'

interface Sums {
  readonly persons: number
  readonly again: number
  readonly days: number
  readonly orders: number
}

interface SumRow extends Sums {
  readonly kind: SourceKind
  readonly source: string
  readonly isNow: boolean
}

function toFigures(rows: readonly Sums[]): BuyerFigures {
  const sum = (name: keyof Sums) => rows.reduce((total, row) => total + row[name], 0)
  const again = sum('again')
  return {
    persons: sum('persons'),
    again,
    daysToSecond: again === 0 ? null : Math.round((sum('days') * 10) / again) / 10,
    orders: sum('orders'),
  }
}

interface Options {
  readonly database: Database
  readonly period: Period
  readonly before: Period
}

/** Orders of a period by whether their person had ordered before. */
async function readOrders({ database, period: { from, to } }: { database: Database; period: Period }): Promise<BuyerOrders> {
  const { rows } = await sql<{ orders: number; first: number; unnamed: number }>`
    select (select coalesce(sum(orders), 0)::int from daily_order_sources where day >= ${from}::date and day <= ${to}::date) as orders,
      coalesce(sum(persons), 0)::int as first, coalesce(sum(unnamed), 0)::int as unnamed
    from daily_buyers where day >= ${from}::date and day <= ${to}::date
  `.execute(database)
  const { orders = 0, first = 0, unnamed = 0 } = rows[0] ?? {}
  return { first, returning: Math.max(0, orders - first - unnamed), unnamed }
}

/** Persons whose first order was placed in a period, the most first. */
export async function readBuyers({ database, period, before }: Options) {
  const { rows } = await sql<SumRow>`
    select kind, source, day >= ${period.from}::date as "isNow", sum(persons)::int as persons, sum(again)::int as again,
      sum(days_to_second)::int as days, sum(orders)::int as orders
    from daily_buyers
    where (day >= ${period.from}::date and day <= ${period.to}::date) or (day >= ${before.from}::date and day <= ${before.to}::date)
    group by 1, 2, 3 having sum(persons) > 0
  `.execute(database)
  const { rows: days } = await sql<{ day: string; orders: number }>`
    select to_char(days.day, 'YYYY-MM-DD') as day, coalesce(sum(persons), 0)::int as orders
    from generate_series(${period.from}::date::timestamp, ${period.to}::date::timestamp, interval '1 day') as days (day)
    left join daily_buyers on daily_buyers.day = days.day::date group by days.day order by days.day
  `.execute(database)
  const split = (of: readonly SumRow[]) => ({
    figures: toFigures(of.filter(({ isNow }) => isNow)),
    before: toFigures(of.filter(({ isNow }) => !isNow)),
  })
  const groups = Map.groupBy(rows, ({ kind, source }) => JSON.stringify([kind, source]))
  const buyers = [...groups].map(([_id, of]): BuyerRow => {
    const { kind, source } = of[0] as SumRow
    return { _id, kind, source, ...split(of) }
  })
  buyers.sort((a, b) => b.figures.persons - a.figures.persons || (a._id < b._id ? -1 : 1))
  const orders = { figures: await readOrders({ database, period }), before: await readOrders({ database, period: before }) }
  return { orders, sums: split(rows), days, rows: buyers }
}
