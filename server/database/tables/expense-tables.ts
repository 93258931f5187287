import type { Generated } from 'kysely'
import type { ExpenseKind } from '#contract/figures/expenses.ts'
import type { Paise } from '#contract/kernel/money.ts'

/** What the shop spends. Written by `server/figures/profit/`. */
export interface ExpenseTables {
  expenses: {
    id: Generated<string>
    /** such as 2026-11-20 */
    day: string
    kind: ExpenseKind
    amount_paise: Paise
    note: Generated<string>
    entered_by: string | null
    created_at: Generated<Date>
    version: Generated<number>
  }
  /** one row, as soon as somebody has saved it */
  profit_rates: {
    id: Generated<boolean>
    /** of a parcel to a customer */
    freight_paise: Paise
    /** of a parcel that comes back */
    return_freight_paise: Paise
    /** of an online payment, with the tax on it, in basis points: 236 is 2.36 % */
    fee_bp: number
    version: Generated<number>
  }
}
