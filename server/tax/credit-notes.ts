import { type Paise, paise } from '#contract/kernel/money.ts'
import { divideAmount, sumPaise } from '#contract/kernel/pricing.ts'
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
 * Reduces the price of an order: a credit note for its invoice, and less on each later one. The amount is divided among the lines in
 * proportion to what is left of them. Returns the number of the credit note; undefined when there is nothing to credit.
 */
export async function reducePrice({ trx, orderId, reason, amount }: Credit & { amount: Paise }): Promise<string | undefined> {
  await trx.insertInto('price_reductions').values({ order_id: orderId, amount_paise: amount, reason }).execute()
  const active = await findActiveInvoice({ trx, orderId })
  if (!active) return undefined
  const remaining = listRemaining(active)
  const credits = divideCredit({ remaining, amount }).map((credit) => ({ ...credit, quantity: 0 }))
  return insertCreditNote({ trx, active, credits, reason })
}

/** Divides an amount among the lines in proportion to what is left of them, which is its limit. All items come back. */
function divideCredit({ remaining, amount }: { remaining: readonly LineCredit[]; amount: Paise }): LineCredit[] {
  const weights = remaining.map((each) => each.amount)
  const left = sumPaise(weights)
  if (left === 0) return remaining.map((each) => ({ ...each, amount: paise(0) }))
  const parts = divideAmount({ amount: paise(Math.min(amount, left)), weights })
  return remaining.map((each, index) => ({ ...each, amount: parts[index] ?? paise(0) }))
}

/**
 * Credits items that have come back, each with its amount. What is more than is left of a line is credited on the others, whose items stay.
 * Returns the number of the credit note; undefined when there is nothing to credit.
 */
export async function creditLines({ trx, orderId, reason, lines }: Credit & { lines: readonly LineCredit[] }): Promise<string | undefined> {
  const active = await findActiveInvoice({ trx, orderId })
  if (!active) return undefined
  const wanted = sumPaise(lines.map(({ amount }) => amount))
  const credits = listRemaining(active).map((left) => {
    const credit = lines.find(({ line }) => line === left.line)
    if (!credit) return { ...left, quantity: 0, amount: paise(0), most: left.amount }
    const amount = paise(Math.min(credit.amount, left.amount))
    return { ...left, quantity: Math.min(credit.quantity, left.quantity), amount, most: left.amount }
  })
  const rest = wanted - sumPaise(credits.map(({ amount }) => amount))
  const spread = divideCredit({
    remaining: credits.map(({ most, ...credit }) => ({ ...credit, amount: paise(most - credit.amount) })),
    amount: paise(rest),
  })
  const all = credits.map(({ line, quantity, amount }, index) => ({ line, quantity, amount: paise(amount + (spread[index]?.amount ?? 0)) }))
  return insertCreditNote({ trx, active, credits: all, reason })
}

/**
 * Credits the invoice of a parcel that came back, except what the shop keeps of its payment: an advance, or the freight. The charge is taxed
 * like the goods. Also after each refund of such an order. Nothing for other orders.
 */
export async function creditReturnedParcel({ trx, orderId }: Omit<Credit, 'reason'>): Promise<string | undefined> {
  const order = await trx
    .selectFrom('orders')
    .select(['returned_parcel', 'paid_paise', 'refunded_paise'])
    .where('id', '=', orderId)
    .executeTakeFirst()
  if (!order?.returned_parcel || order.returned_parcel === 'on its way') return undefined
  const active = await findActiveInvoice({ trx, orderId })
  if (!active) return undefined
  const remaining = listRemaining(active)
  const kept = Math.max(0, order.paid_paise - order.refunded_paise)
  const amount = paise(Math.max(0, sumPaise(remaining.map((each) => each.amount)) - kept))
  if (amount === 0) return undefined
  return insertCreditNote({ trx, active, credits: divideCredit({ remaining, amount }), reason: 'Parcel returned' })
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
    // Items that come back are credited with their price and the discount on it, or what stays with the shop.
    const price = quantity > 0 ? Math.floor((line.gross * quantity) / line.quantity) : amount
    const gross = paise(Math.max(price, amount))
    return [{ ...line, quantity, gross, discount: paise(gross - amount), total: amount, ...splitCredit({ left, credit: amount }) }]
  })
  if (lines.every(({ total }) => total === 0)) return undefined
  const { supplier, buyer, placeOfSupply, orderId, id: refersTo } = invoice
  const series = supplier.creditPrefix
  return insertDocument({
    trx,
    document: { kind: 'credit note', series, orderId, refersTo, reason, supplier, buyer, placeOfSupply, lines },
  })
}
