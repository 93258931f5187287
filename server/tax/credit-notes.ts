import { type Paise, paise } from '#contract/money.ts'
import { divideAmount, sumPaise } from '#contract/pricing.ts'
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

const listRemaining = ({ remaining }: ActiveInvoice): LineCredit[] =>
  remaining.map(({ line, quantity, taxable, cgst, sgst, igst }) => ({ line, quantity, amount: sumPaise([taxable, cgst, sgst, igst]) }))

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
  const { invoice, remaining } = active
  const lines = credits.flatMap(({ line: number, amount, quantity }): DocumentLine[] => {
    const line = invoice.lines.find((each) => each.line === number)
    const left = remaining.find((each) => each.line === number)
    if (!line || !left || (amount === 0 && quantity === 0)) return []
    return [{ ...line, quantity, gross: amount, discount: paise(0), total: amount, ...splitCredit({ left, credit: amount }) }]
  })
  if (lines.every(({ total }) => total === 0)) return undefined
  const { supplier, buyer, placeOfSupply, orderId, id: refersTo } = invoice
  const series = supplier.creditPrefix
  return insertDocument({
    trx,
    document: { kind: 'credit note', series, orderId, refersTo, reason, supplier, buyer, placeOfSupply, lines },
  })
}
