import { type RawBuilder, sql } from 'kysely'
import type { ExpenseKind } from '#contract/figures/expenses.ts'
import { type ProfitAmount, profitMonths } from '#contract/figures/profit.ts'
import { type ProfitKey, profitKeys, profitLines } from '#contract/figures/profit-lines.ts'
import { type Paise, paise, toRupees } from '#contract/kernel/money.ts'
import type { Database } from '../../database/schema.ts'
import { presentRates, readRates, type StoredRates } from './profit-rates.ts'
import { type CountedMonth, findProfit, listMonthsUntil } from './profit-rules.ts'

interface MonthRow {
  readonly month: string
  readonly key: keyof CountedMonth['paise']
  readonly paise: Paise
  readonly count: number
}

interface Months {
  readonly database: Database
  /** such as 2026-06, oldest first */
  readonly months: readonly string[]
  readonly rates: StoredRates
}

const monthOf = (time: RawBuilder<unknown>) => sql`to_char(${time} at time zone 'Asia/Kolkata', 'YYYY-MM')`

/** What is added up of each month. Each order counts in the month of the last event of its kind. */
async function readRows({ database, months, rates }: Months): Promise<MonthRow[]> {
  const from = sql`(${`${months[0]}-01`}::date)::timestamp at time zone 'Asia/Kolkata'`
  const to = sql`((${`${months.at(-1)}-01`}::date + interval '1 month')::timestamp at time zone 'Asia/Kolkata')`
  const isInMonths = (time: RawBuilder<unknown>) => sql`${time} >= ${from} and ${time} < ${to}`
  /** Orders whose last event of this kind is in the months. */
  const lastEvents = (event: string) => sql`
    select order_id, max(happened_at) as at from order_events as events
    where event = ${event} and not internal and ${isInMonths(sql`happened_at`)} and not exists (
      select from order_events as later
      where later.order_id = events.order_id and later.event = ${event} and not later.internal and later.happened_at >= ${to}
    )
    group by order_id`
  const { rows } = await sql<MonthRow>`
    with sold as materialized (
      select orders.id, last.at, ${monthOf(sql`last.at`)} as month, total_paise, adjustment_paise
      from (${lastEvents('Delivered')}) as last join orders on orders.id = order_id where status = 'Delivered'
    ),
    adjusted as materialized (
      select sold.id, coalesce(sum(amount_paise) filter (where kind = 'fee'), 0) as charges,
        coalesce(sum(amount_paise) filter (where kind = 'discount' and source = 'exchange'), 0) as exchanged
      from sold join order_adjustments on order_id = sold.id group by 1
    ),
    amounts as (
      select month, sum(total_paise + coalesce(exchanged, 0)) as items, sum(coalesce(charges, 0)) as charges,
        sum(adjustment_paise - coalesce(charges, 0) - coalesce(exchanged, 0)) as discounts
      from sold left join adjusted using (id) group by 1
    ),
    lines as (
      select month, sum(cost_paise * quantity) as cost, sum(subtotal_paise + order_lines.adjustment_paise) as sales,
        sum(subtotal_paise + order_lines.adjustment_paise) filter (where cost_paise is null) as unknown
      from sold join order_lines on order_id = sold.id group by 1
    ),
    back as (
      select ${monthOf(sql`settled_at`)} as month,
        sum(coalesce(return_lines.credit_paise, return_lines.refund_paise)) filter (where returns.kind = 'refund') as amount,
        sum(restocked * cost_paise) as cost
      from returns join return_lines on return_id = returns.id
      join order_lines on order_lines.order_id = return_lines.order_id and order_lines.line = return_lines.line
      where state = 'settled' and ${isInMonths(sql`settled_at`)} group by 1
    ),
    reduced as (
      select ${monthOf(sql`reduced_at`)} as month, sum(amount_paise) as amount
      from price_reductions join orders on orders.id = order_id where status = 'Delivered' and ${isInMonths(sql`reduced_at`)} group by 1
    ),
    taxes as (
      select month, sum(case kind when 'credit note' then -1 else 1 end * (cgst_paise + sgst_paise + igst_paise)) as tax
      from (
        select month, kind, cgst_paise, sgst_paise, igst_paise from sold join documents on order_id = sold.id and issued_at <= at
        union all
        select ${monthOf(sql`issued_at`)}, documents.kind, cgst_paise, sgst_paise, igst_paise
        from documents join orders on orders.id = order_id
        where status = 'Delivered' and ${isInMonths(sql`issued_at`)} and issued_at > (
          select max(happened_at) from order_events where order_id = orders.id and event = 'Delivered' and not internal
        )
      ) as taxed group by 1
    ),
    damaged as (
      select ${monthOf(sql`at`)} as month, sum(cost_paise * quantity) as cost
      from (
        select order_id, max(happened_at) as at from order_events
        where event = 'Parcel received' and ${isInMonths(sql`happened_at`)} group by 1
      ) as received
      join orders on orders.id = order_id join order_lines using (order_id) where returned_parcel = 'damaged' group by 1
    ),
    sent as (
      select ${monthOf(sql`at`)} as month, count(*) as parcels from (${lastEvents('Shipped')}) as last join orders on orders.id = order_id
      where status in ('Shipped', 'Delivered', 'Refused', 'Undelivered') and not is_taken_away group by 1
    ),
    not_taken as (
      select ${monthOf(sql`at`)} as month, count(*) as parcels
      from (${lastEvents('Refused')} union all ${lastEvents('Undelivered')}) as last join orders on orders.id = order_id
      where status in ('Refused', 'Undelivered') group by 1
    ),
    picked_up as (
      select ${monthOf(sql`coalesce(pickup_booked_at, accepted_at)`)} as month, count(*) as parcels from returns
      where handover = 'pickup' and state in ('picked up', 'received', 'settled') and ${isInMonths(sql`coalesce(pickup_booked_at, accepted_at)`)}
      group by 1
    ),
    paid as (
      select ${monthOf(sql`captured_at`)} as month, sum(coalesce(fee_paise, round(captured.amount_paise * ${rates.feeBp}::numeric / 10000))) as fees
      from captured_payments as captured
      left join settlement_rows on entity_id = provider_payment_id and settlement_rows.kind = 'payment'
      where ${isInMonths(sql`captured_at`)} group by 1
    ),
    spent as (
      select to_char(day, 'YYYY-MM') as month, sum(amount_paise) as paise from expenses
      where day >= ${`${months[0]}-01`}::date and day < (${`${months.at(-1)}-01`}::date + interval '1 month') group by 1
    )
    select month, key, coalesce(paise, 0)::bigint as paise, count::int from (
      select month, 'items' as key, items as paise, 0 as count from amounts
      union all select month, 'charges', charges, 0 from amounts
      union all select month, 'discounts', discounts, 0 from amounts
      union all select month, 'returned', -amount, 0 from back
      union all select month, 'returned', -amount, 0 from reduced
      union all select month, 'tax', -tax, 0 from taxes
      union all select month, 'goods', -cost, 0 from lines
      union all select month, 'goods', cost, 0 from back
      union all select month, 'goods', -cost, 0 from damaged
      union all select month, 'freight', -parcels * ${rates.freight}::bigint, parcels from sent
      union all select month, 'returnFreight', -parcels * ${rates.returnFreight}::bigint, parcels from not_taken
      union all select month, 'returnFreight', -parcels * ${rates.returnFreight}::bigint, parcels from picked_up
      union all select month, 'fees', -fees, 0 from paid
      union all select month, 'expenses', -paise, 0 from spent
      union all select month, 'lines', sales, 0 from lines
      union all select month, 'unknown', unknown, 0 from lines
    ) as counted
  `.execute(database)
  return rows
}

interface ProfitQuery {
  readonly database: Database
  /** such as 2026-11 */
  readonly month: string
}

/** The months that end with this one. */
async function countMonths({ database, month, count }: ProfitQuery & { count: number }) {
  const rates = await readRates({ database })
  const months = listMonthsUntil({ month, count })
  const rows = await readRows({ database, months, rates })
  return { rates, months: months.map((each) => findProfit({ month: each, rows: rows.filter((row) => row.month === each) })) }
}

const rupeesOf = (amount: number): number => toRupees(paise(amount))

/** Profit and loss of a month, beside the month before. */
export async function readProfit({ database, month, today }: ProfitQuery & { today: string }) {
  const { rates, months } = await countMonths({ database, month, count: 2 })
  const [before, now] = months as [CountedMonth, CountedMonth]
  const cost = ({ paise: { unknown, lines } }: CountedMonth) => ({ sales: rupeesOf(unknown), all: rupeesOf(lines) })
  return {
    month,
    before: before.month,
    isOver: today.slice(0, 7) > month,
    lines: profitKeys.map((key): ProfitAmount => ({ key, amount: rupeesOf(now.statement[key]), before: rupeesOf(before.statement[key]) })),
    unknownCost: cost(now),
    unknownCostBefore: cost(before),
    parcels: {
      sent: now.counts.freight,
      back: now.counts.returnFreight,
      sentBefore: before.counts.freight,
      backBefore: before.counts.returnFreight,
    },
    expenses: await readKinds({ database, month, before: before.month }),
    rates: presentRates(rates),
  }
}

/** Sales and profit of the months that end with this one. */
export async function readProfitMonths({ database, month }: ProfitQuery) {
  const { months } = await countMonths({ database, month, count: profitMonths })
  return {
    months: months.map(({ month: name, statement }) => ({
      month: name,
      sales: rupeesOf(statement.netSales),
      profit: rupeesOf(statement.profit),
    })),
  }
}

async function readKinds({ database, month, before }: ProfitQuery & { before: string }) {
  const { rows } = await sql<{ kind: ExpenseKind; now: Paise; earlier: Paise }>`
    select kind, coalesce(sum(amount_paise) filter (where day >= ${`${month}-01`}::date), 0)::bigint as now,
      coalesce(sum(amount_paise) filter (where day < ${`${month}-01`}::date), 0)::bigint as earlier
    from expenses where day >= ${`${before}-01`}::date and day < (${`${month}-01`}::date + interval '1 month')
    group by kind order by 2 desc, 3 desc, 1
  `.execute(database)
  return rows.map(({ kind, now, earlier }) => ({ kind, amount: toRupees(now), before: toRupees(earlier) }))
}

/** The columns and rows of the file: a column for each month, a row for each line. */
export async function readProfitTable({ database, month }: ProfitQuery) {
  const { months } = await countMonths({ database, month, count: profitMonths })
  const row = (name: string, read: (counted: CountedMonth) => number, text: string) => [
    name,
    ...months.map((each) => rupeesOf(read(each))),
    text,
  ]
  return {
    columns: ['Line', ...months.map((each) => each.month), 'How it is counted'],
    rows: [
      ...profitKeys.map((key: ProfitKey) => row(profitLines[key].name, ({ statement }) => statement[key], profitLines[key].text)),
      row('Sales of items without a cost', ({ paise: { unknown } }) => unknown, 'They count as if they had cost nothing.'),
    ],
  }
}
