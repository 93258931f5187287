import { sql } from 'kysely'
import type { CodeFigures, CodeRow } from '#contract/figures/code-figures.ts'
import { type Paise, paise, toRupees } from '#contract/kernel/money.ts'
import type { Database } from '../database/schema.ts'
import type { Period } from './period-rules.ts'

interface Sums {
  readonly orders: number
  readonly cancelled: number
  readonly notTaken: number
  readonly returned: number
  readonly soldPaise: Paise
  readonly returnedPaise: Paise
}

interface SumRow extends Sums {
  readonly offerId: string
  readonly code: string
  readonly title: string
  readonly percent: number | null
  readonly isNow: boolean
}

function toFigures({ percent, ...sums }: Sums & { percent: number | null }): CodeFigures {
  return {
    orders: sums.orders - sums.cancelled,
    sales: toRupees(sums.soldPaise),
    returned: toRupees(sums.returnedPaise),
    returnedOrders: sums.returned,
    cancelled: sums.cancelled,
    notTaken: sums.notTaken,
    commission: toRupees(paise(Math.round(((sums.soldPaise - sums.returnedPaise) * (percent ?? 0)) / 100))),
  }
}

const nothing: Sums = { orders: 0, cancelled: 0, notTaken: 0, returned: 0, soldPaise: paise(0), returnedPaise: paise(0) }

/** Amounts are added as paise, so that the sums are exact. */
function addFigures(rows: readonly CodeFigures[]): CodeFigures {
  const names = Object.keys(toFigures({ ...nothing, percent: null })) as (keyof CodeFigures)[]
  const sum = (name: keyof CodeFigures) => Math.round(rows.reduce((total, row) => total + row[name] * 100, 0)) / 100
  return Object.fromEntries(names.map((name) => [name, sum(name)])) as CodeFigures
}

interface Options {
  readonly database: Database
  readonly period: Period
  readonly before: Period
}

/** What was ordered with the codes of offers in a period, the most sales first. */
export async function readCodes({ database, period, before }: Options) {
  const { rows } = await sql<SumRow>`
    select offer_id as "offerId", code, title, commission_percent as percent, day >= ${period.from}::date as "isNow", sum(orders)::int as orders,
      sum(cancelled)::int as cancelled, sum(not_taken)::int as "notTaken", sum(returned)::int as returned,
      sum(sold_paise)::bigint as "soldPaise", sum(returned_paise)::bigint as "returnedPaise"
    from daily_code_sales join offers on offers.id = offer_id
    where (day >= ${period.from}::date and day <= ${period.to}::date) or (day >= ${before.from}::date and day <= ${before.to}::date)
    group by 1, 2, 3, 4, 5
  `.execute(database)
  const { rows: days } = await sql<{ day: string; orders: number }>`
    select to_char(days.day, 'YYYY-MM-DD') as day, coalesce(sum(orders - cancelled), 0)::int as orders
    from generate_series(${period.from}::date::timestamp, ${period.to}::date::timestamp, interval '1 day') as days (day)
    left join daily_code_sales on daily_code_sales.day = days.day::date group by days.day order by days.day
  `.execute(database)
  const codes = [...Map.groupBy(rows, ({ offerId }) => offerId)].map(([offerId, of]): CodeRow => {
    const { code, title, percent } = of[0] as SumRow
    const read = (isNow: boolean) => toFigures({ ...(of.find((row) => row.isNow === isNow) ?? nothing), percent })
    return { offerId, code, title, commissionPercent: percent, figures: read(true), before: read(false) }
  })
  codes.sort((a, b) => b.figures.sales - a.figures.sales || b.figures.orders - a.figures.orders || (a.code < b.code ? -1 : 1))
  const sums = { figures: addFigures(codes.map((row) => row.figures)), before: addFigures(codes.map((row) => row.before)) }
  return { sums, days, rows: codes }
}
