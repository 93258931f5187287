import { toPaise } from '#contract/kernel/money.ts'
import { sumPaise } from '#contract/kernel/pricing.ts'
import type { ShownDocument } from '#contract/tax/shown-documents.ts'

/** The invoice of an order that its credit notes do not credit in full. Documents are in the order in which they were issued. */
export function findActiveInvoice(documents: readonly ShownDocument[]): ShownDocument | undefined {
  const index = documents.findLastIndex(({ kind }) => kind !== 'credit note')
  const [invoice, ...credits] = documents.slice(Math.max(0, index))
  if (index < 0 || !invoice) return undefined
  return sumPaise(credits.map(({ total }) => toPaise(total))) < toPaise(invoice.total) ? invoice : undefined
}
