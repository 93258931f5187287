import { type Paise, paise } from '#contract/money.ts'
import { sumPaise } from '#contract/pricing.ts'
import type { TaxDocument } from '#contract/tax/documents.ts'
import type { Transaction } from '../database/schema.ts'
import { readDocuments } from './read-documents.ts'

/** An invoice with what its credit notes have credited so far. */
export interface ActiveInvoice {
  readonly invoice: TaxDocument
  /** by line, with tax */
  readonly credited: ReadonlyMap<number, { readonly amount: Paise; readonly quantity: number }>
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
  const credited = [...lines].map(([line, parts]) => {
    const quantity = parts.reduce((sum, part) => sum + part.quantity, 0)
    return [line, { amount: paise(sumPaise(parts.map(({ total }) => total))), quantity }] as const
  })
  return { invoice, credited: new Map(credited) }
}
