import type { Quote } from '#contract/offers/offer-schemas.ts'
import type { ShownTotals } from '#contract/orders/adjustments.ts'

/** The offers of a cart, as the server has quoted them. */
export interface CartOffer {
  /** undefined until it is known, and in a shop without offers */
  readonly quote: Quote | undefined
  /** Enters a code. Resolves to why it was refused; undefined when it counts. */
  readonly enter: (code: string) => Promise<string | undefined>
  readonly remove: () => Promise<void>
}

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

/** What a request says about the offers that its page has shown; nothing without a quote of these totals. */
export function toOfferFields({ totals, quote, payment = 'delivery' }: QuotedTotals): { offerCode?: string; toPay?: number } {
  if (quote?.totalPrice !== totals.totalPrice) return {}
  const { totalPrice, toPay = totalPrice } = applyQuote({ totals, quote, payment })
  return { toPay, ...(quote.code !== null && quote.refusal === null && { offerCode: quote.code }) }
}
