import { sql } from 'kysely'
import { type Paise, paise, toRupees } from '#contract/kernel/money.ts'
import { type DayFigures, type SummaryFigure, summaryFigures } from '#contract/orders/day-summary.ts'
import type { Database } from '../../database/schema.ts'
import { isListed } from '../edits/archive-order.ts'

interface FigureRow {
  readonly isDay: boolean
  readonly name: SummaryFigure
  readonly count: number
  readonly amount: Paise
}

/** What happened on a day in India and on the day before, without exchanges. Amounts of orders are those that the orders have now. */
export async function readDaySummary({ database, day }: { database: Database; day: string | undefined }) {
  const { rows: days } = await sql<{ day: string; dayBefore: string; today: string; from: Date; middle: Date; to: Date }>`
    select to_char(day, 'YYYY-MM-DD') as day, to_char(day - 1, 'YYYY-MM-DD') as "dayBefore", to_char(today, 'YYYY-MM-DD') as today,
      (day - 1)::timestamp at time zone 'Asia/Kolkata' as "from", day::timestamp at time zone 'Asia/Kolkata' as middle,
      (day + 1)::timestamp at time zone 'Asia/Kolkata' as "to"
    from (select (now() at time zone 'Asia/Kolkata')::date as today) as clock, lateral (select coalesce(${day ?? null}::date, today) as day) as asked
  `.execute(database)
  const { from, middle, to, ...named } = days[0] as (typeof days)[number]
  const { rows } = await sql<FigureRow>`
    with moments as materialized (
      select happened_at >= ${middle} as "isDay", event, order_id from order_events
      where happened_at >= ${from} and happened_at < ${to} and not internal
        and event in ('Placed', 'Confirmed', 'Packed', 'Shipped', 'Delivered', 'Refused', 'Undelivered', 'Cancelled')
        and ${isListed(sql.ref('order_id'))}
      group by 1, 2, 3
    ),
    -- Found by all their ids in one scan of the index, and not each by itself: ids begin with the time.
    found as materialized (
      select id, to_pay_paise, collect_paise, kind <> 'card' and manual_payment is null as is_collected from orders where id = any(array(select order_id from moments)) and exchange_return_id is null
    ),
    events as (
      select "isDay", lower(event) as name, count(*) as count, sum(to_pay_paise) as amount,
        count(*) filter (where is_collected) as cod_count, sum(collect_paise) filter (where is_collected) as cod_amount
      from moments join found on found.id = order_id group by 1, 2
    ),
    -- Of every payment alike, also of those that made no order and were sent back.
    money as (
      select 'paidOnline' as name, captured_at >= ${middle} as "isDay", amount_paise from captured_payments
      where captured_at >= ${from} and captured_at < ${to}
      union all
      select 'paidToShop', manual_payment_at >= ${middle}, paid_paise from orders
      where manual_payment_at >= ${from} and manual_payment_at < ${to} and ${isListed(sql.ref('orders.id'))}
      union all
      select 'refunds', settled_at >= ${middle}, amount_paise from refunds
      where status = 'processed' and settled_at >= ${from} and settled_at < ${to}
      union all
      select 'refunds', created_at >= ${middle}, amount_paise from cash_refunds where created_at >= ${from} and created_at < ${to}
    )
    select "isDay", name, count, amount::bigint from events
    union all
    select "isDay", 'collected', cod_count, coalesce(cod_amount, 0)::bigint from events where name = 'delivered'
    union all
    select "isDay", name, count(*), sum(amount_paise)::bigint from money group by 1, 2
  `.execute(database)
  const pick = (isDay: boolean) => presentFigures(rows.filter((row) => row.isDay === isDay))
  return { ...named, figures: pick(true), before: pick(false) }
}

function presentFigures(rows: readonly FigureRow[]): DayFigures {
  const entries = summaryFigures.map((name) => {
    const { count = 0, amount = paise(0) } = rows.find((row) => row.name === name) ?? {}
    return [name, { count, amount: toRupees(amount) }]
  })
  return Object.fromEntries(entries)
}
