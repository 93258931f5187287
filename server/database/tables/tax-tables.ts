import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { Paise } from '#contract/kernel/money.ts'
import type { DocumentBuyer, DocumentKind, DocumentLine, DocumentSupplier } from '#contract/tax/documents.ts'
import type { InvoiceProblem } from '#contract/tax/invoice-problems.ts'

/** Tax rates and documents. */
export interface TaxTables {
  tax_rates: {
    id: Generated<string>
    /** 2 to 8 digits; the longest one counts */
    hsn_prefix: string
    /** of the value of a piece without tax; null: any */
    up_to_paise: Paise | null
    /** in basis points: 500 is 5 % */
    rate_bp: number
    /** the first and the last day; null: still counts */
    from_day: ColumnType<Date, string, never>
    to_day: ColumnType<Date | null, string | null, string | null>
    changed_at: Generated<Date>
    changed_by: string | null
  }
  /** Append-only: a trigger rejects changes. */
  documents: {
    id: Generated<string>
    kind: DocumentKind
    series: string
    /** the financial year, such as 26-27 */
    year: string
    number: number
    written: string
    order_id: string
    refers_to: string | null
    issued_at: Generated<Date>
    supplier: JSONColumnType<DocumentSupplier>
    buyer: JSONColumnType<DocumentBuyer>
    place_of_supply: string
    lines: JSONColumnType<DocumentLine[]>
    taxable_paise: Paise
    cgst_paise: Paise
    /** or UTGST */
    sgst_paise: Paise
    igst_paise: Paise
    total_paise: Paise
    reason: string | null
  }
  /** refunds that have reduced the price of an order */
  price_reductions: {
    id: Generated<string>
    order_id: string
    amount_paise: Paise
    reason: string
    reduced_at: Generated<Date>
  }
  document_series: { series: string; year: string; last_number: number }
  invoice_requests: {
    order_id: string
    due_at: Date
    /** what an administrator must complete before */
    problem: InvoiceProblem | null
  }
}
