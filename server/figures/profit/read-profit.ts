import { sql } from 'kysely'
import type { ExpenseKind } from '#contract/figures/expenses.ts'
import { type ProfitAmount, profitMonths } from '#contract/figures/profit.ts'
import { type ProfitKey, profitKeys, profitLines } from '#contract/figures/profit-lines.ts'
import { type Paise, paise, toRupees } from '#contract/kernel/money.ts'
import type { Database } from '../../database/schema.ts'
import { findChangedRanges, isInRanges } from '../changed-ranges.ts'
import { findMonth } from '../period-rules.ts'
import { presentRates, readRates, type StoredRates } from './profit-rates.ts'
import { type CountedMonth, findProfit, listMonthsUntil } from './profit-rules.ts'
import { sumProfit } from './sum-profit.ts'

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

/** Reads the sums of each month. Days that have changed since they were counted are counted now. */
async function readRows({ database, months, rates }: Months): Promise<MonthRow[]> {
  const period = { from: findMonth(months[0] ?? '').from, to: findMonth(months.at(-1) ?? '').to }
  const changed = await findChangedRanges({ database, changes: 'changed_profit_days', period })
  const { rows } = await sql<MonthRow>`
    with ${sumProfit(changed)},
    counted as materialized (
      select day, key, paise, count, payments from daily_profit where ${isInRanges(sql`day`, [period])} and not ${isInRanges(sql`day`, changed)}
      union all
      select day, key, paise, count, payments from sums
    )
    select to_char(day, 'YYYY-MM') as month, key, sum(paise)::bigint as paise, sum(count)::int as count from (
      select day, key, paise - count * case key when 'freight' then ${rates.freight}::bigint when 'returnFreight' then ${rates.returnFreight}::bigint else 0 end as paise, count from counted
      union all
      -- The provider keeps its share of each payment, rounded to paise.
      select day, 'fees', -((amount * ${rates.feeBp}::bigint + 5000) / 10000), 0 from counted, unnest(payments) as shares (amount)
      union all
      select day, 'expenses', -amount_paise, 0 from expenses where ${isInRanges(sql`day`, [period])}
    ) as added group by 1, 2
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
