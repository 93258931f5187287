import type { ProfitKey } from '#contract/figures/profit-lines.ts'

const counted = ['items', 'charges', 'discounts', 'returned', 'tax', 'goods', 'freight', 'returnFreight', 'fees', 'expenses'] as const
const further = ['lines', 'unknown'] as const

/** Sums of a month in paise: what reduces the profit is negative. `lines`: delivered items, `unknown`: those without a cost. */
export type MonthSums = Readonly<Record<(typeof counted)[number] | (typeof further)[number], number>>

/** A month that is counted. */
export interface CountedMonth {
  /** such as 2026-11 */
  readonly month: string
  readonly paise: MonthSums
  /** parcels of the freight */
  readonly counts: { readonly freight: number; readonly returnFreight: number }
  /** paise */
  readonly statement: Readonly<Record<ProfitKey, number>>
}

interface SumRow {
  readonly key: keyof MonthSums
  readonly paise: number
  readonly count: number
}

const add = (rows: readonly SumRow[], read: (row: SumRow) => number): number => rows.reduce((sum, row) => sum + read(row), 0)

/** The statement of a month from its sums. */
export function findProfit({ month, rows }: { month: string; rows: readonly SumRow[] }): CountedMonth {
  const ofKey = (key: keyof MonthSums) => rows.filter((row) => row.key === key)
  const entries = [...counted, ...further].map((key) => [key, add(ofKey(key), ({ paise }) => paise)] as const)
  const paise = Object.fromEntries(entries) as MonthSums
  const netSales = paise.items + paise.charges + paise.discounts + paise.returned + paise.tax
  const { lines: _lines, unknown: _unknown, ...amounts } = paise
  return {
    month,
    paise,
    counts: { freight: add(ofKey('freight'), ({ count }) => count), returnFreight: add(ofKey('returnFreight'), ({ count }) => count) },
    statement: {
      ...amounts,
      netSales,
      profit: netSales + paise.goods + paise.freight + paise.returnFreight + paise.fees + paise.expenses,
    },
  }
}

/** Months such as 2026-03, oldest first; the last one is `month`. */
export function listMonthsUntil({ month, count }: { month: string; count: number }): string[] {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return Array.from({ length: count }, (_, index) => new Date(Date.UTC(year, number - count + index, 1)).toISOString().slice(0, 7))
}
