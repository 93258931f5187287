import { paise } from '#contract/kernel/money.ts'
import { sumPaise } from '#contract/kernel/pricing.ts'
import type { TaxDocument } from '#contract/tax/documents.ts'
import type { TaxAmounts } from '#contract/tax/tax-amounts.ts'
import type { Transaction } from '../database/schema.ts'
import { readDocuments } from './read-documents.ts'

/** What no credit note has credited of a line of an invoice. */
export interface RemainingLine extends TaxAmounts {
  readonly line: number
  readonly quantity: number
}

/** An invoice with what its credit notes have left of it. */
export interface ActiveInvoice {
  readonly invoice: TaxDocument
  /** one for each line of the invoice */
  readonly remaining: readonly RemainingLine[]
}

/** The invoice or bill of supply of an order that is not credited in full. */
export async function findActiveInvoice({ trx, orderId }: { trx: Transaction; orderId: string }): Promise<ActiveInvoice | undefined> {
  const documents = await readDocuments({ database: trx, orderId })
  const invoice = documents.findLast(({ kind }) => kind !== 'credit note')
  if (!invoice) return undefined
  const credits = documents.filter(({ refersTo }) => refersTo?.id === invoice.id)
  if (credits.length > 0 && sumPaise(credits.map(({ total }) => total)) >= invoice.total) return undefined
  const lines = Map.groupBy(
    credits.flatMap((credit) => credit.lines),
    ({ line }) => line,
  )
  const remaining = invoice.lines.map((line): RemainingLine => {
    const parts = lines.get(line.line) ?? []
    const leave = (name: keyof TaxAmounts) => paise(line[name] - sumPaise(parts.map((part) => part[name])))
    const quantity = Math.max(0, line.quantity - parts.reduce((sum, part) => sum + part.quantity, 0))
    return { line: line.line, quantity, taxable: leave('taxable'), cgst: leave('cgst'), sgst: leave('sgst'), igst: leave('igst') }
  })
  return { invoice, remaining }
}
