import { type Paise, paise } from '#contract/money.ts'
import { divideAmount } from '#contract/pricing.ts'
import type { DocumentLine } from '#contract/tax/documents.ts'
import { splitCredit } from '#contract/tax/tax-amounts.ts'
import type { Transaction } from '../database/schema.ts'
import { type ActiveInvoice, findActiveInvoice } from './active-invoice.ts'
import { insertDocument } from './insert-document.ts'

interface Credit {
  readonly trx: Transaction
  /** locked by the caller */
  readonly orderId: string
  /** as it stands on the credit note */
  readonly reason: string
}

/** What is credited of a line. */
interface LineCredit {
  readonly line: number
  /** items that come back; 0 for a reduced price */
  readonly quantity: number
  /** with tax */
  readonly amount: Paise
}

/** What no credit note has credited of the lines of an invoice. */
const listRemaining = ({ invoice, credited }: ActiveInvoice) =>
  invoice.lines.map((line) => {
    const before = credited.get(line.line) ?? { amount: paise(0), quantity: 0 }
    return { line: line.line, amount: paise(line.total - before.amount), quantity: Math.max(0, line.quantity - before.quantity) }
  })

/** Credits all that is left of an order's invoice. Returns the number of the credit note; undefined without an invoice. */
export async function creditOrder({ trx, orderId, reason }: Credit): Promise<string | undefined> {
  const active = await findActiveInvoice({ trx, orderId })
  return active && insertCreditNote({ trx, active, credits: listRemaining(active), reason })
}

/**
 * Credits a reduced price: the amount is divided among the lines in proportion to what is left of them. More than what is left of the
 * invoice reduces nothing. Returns the number of the credit note; undefined when there is nothing to credit.
 */
export async function creditAmount({ trx, orderId, reason, amount }: Credit & { amount: Paise }): Promise<string | undefined> {
  const active = await findActiveInvoice({ trx, orderId })
  if (!active) return undefined
  const remaining = listRemaining(active)
  const weights = remaining.map((each) => each.amount)
  const left = weights.reduce<number>((sum, each) => sum + each, 0)
  if (left === 0) return undefined
  const parts = divideAmount({ amount: paise(Math.min(amount, left)), weights })
  const credits = remaining.map(({ line }, index) => ({ line, quantity: 0, amount: parts[index] ?? paise(0) }))
  return insertCreditNote({ trx, active, credits, reason })
}

/**
 * Credits items that have come back, each with its amount. An amount above what is left of its line is limited to that. Returns the number
 * of the credit note; undefined when there is nothing to credit.
 */
export async function creditLines({ trx, orderId, reason, lines }: Credit & { lines: readonly LineCredit[] }): Promise<string | undefined> {
  const active = await findActiveInvoice({ trx, orderId })
  if (!active) return undefined
  const credits = listRemaining(active).flatMap((left) => {
    const credit = lines.find(({ line }) => line === left.line)
    if (!credit) return []
    return [{ ...credit, amount: paise(Math.min(credit.amount, left.amount)), quantity: Math.min(credit.quantity, left.quantity) }]
  })
  return insertCreditNote({ trx, active, credits, reason })
}

interface CreditNote {
  readonly trx: Transaction
  readonly active: ActiveInvoice
  readonly credits: readonly LineCredit[]
  readonly reason: string
}

async function insertCreditNote({ trx, active, credits, reason }: CreditNote): Promise<string | undefined> {
  const { invoice, credited } = active
  const lines = credits.flatMap(({ line: number, amount, quantity }): DocumentLine[] => {
    const line = invoice.lines.find((each) => each.line === number)
    if (!line || (amount === 0 && quantity === 0)) return []
    const before = credited.get(number)?.amount ?? paise(0)
    const amounts = splitCredit({ amounts: line, total: line.total, credited: before, credit: amount })
    return [{ ...line, quantity, gross: amount, discount: paise(0), total: amount, ...amounts }]
  })
  if (lines.every(({ total }) => total === 0)) return undefined
  const { supplier, buyer, placeOfSupply, orderId, id: refersTo } = invoice
  const series = supplier.creditPrefix
  return insertDocument({
    trx,
    document: { kind: 'credit note', series, orderId, refersTo, reason, supplier, buyer, placeOfSupply, lines },
  })
}
