import type { Quote } from '#contract/offers/offer-schemas.ts'
import { getToPay, type ShownTotals } from '#contract/orders/adjustments.ts'
import { addCharges, type ChargePolicies } from '#contract/orders/charges.ts'

interface QuotedTotals {
  /** of the lines on the screen */
  readonly totals: ShownTotals
  readonly quote: Quote | undefined
  readonly payment?: 'delivery' | 'online'
}

/** The totals of a cart with its discount. A quote of other lines or prices does not count. */
export function applyQuote({ totals, quote, payment = 'delivery' }: QuotedTotals): ShownTotals {
  if (quote?.totalPrice !== totals.totalPrice) return totals
  const { totalPrice, adjustments, toPay } = (payment === 'online' && quote.online) || quote
  return { totalPrice, adjustments, toPay }
}

/** What is missing for another offer, as a sentence. A quote of other lines or prices does not count. */
export const findNextOffer = ({ totals, quote }: Pick<QuotedTotals, 'totals' | 'quote'>): string | undefined =>
  quote?.totalPrice === totals.totalPrice ? quote.next : undefined

export interface ChargedTotals extends QuotedTotals {
  readonly policies: ChargePolicies
  /** rupees, of the PIN code; undefined: as the policies say */
  readonly pinCharge?: number | undefined
  /** for a sum before the payment is chosen; the payment by default */
  readonly chargesFor?: 'delivery' | 'online'
}

/** The totals of an order with its discount and its charges. */
export const chargeTotals = ({ policies, pinCharge, payment = 'delivery', chargesFor = payment, ...quoted }: ChargedTotals): ShownTotals =>
  addCharges({ totals: applyQuote({ ...quoted, payment }), policies, payment: chargesFor, pinCharge })

/** What a request says about the offers and charges that its page has shown; nothing without charges and a quote of these totals. */
export function toOfferFields({ totals, quote, ...order }: ChargedTotals): { offerCode?: string; toPay?: number } {
  const shown = chargeTotals({ totals, quote, ...order })
  if (quote?.totalPrice !== totals.totalPrice) return shown.toPay === undefined ? {} : { toPay: shown.toPay }
  return { toPay: getToPay(shown), ...(quote.code !== null && quote.refusal === null && { offerCode: quote.code }) }
}
