import type { Paise } from '#contract/kernel/money.ts'
import { calculateOrder } from '#contract/kernel/pricing.ts'
import type { Quote } from '#contract/offers/offer-schemas.ts'
import { presentTotals } from '#contract/orders/adjustments.ts'
import type { loadOfferChoice } from './choose-offers.ts'

interface QuotedCart {
  readonly lines: readonly { readonly price: Paise; readonly quantity: number }[]
  readonly code: string | null
  readonly choice: Awaited<ReturnType<typeof loadOfferChoice>>
  readonly payment?: 'delivery' | 'online'
  readonly hasCodes: boolean
}

/** What a cart costs with its offers. */
export function presentQuote({ lines, code, choice: { choose, describeNext }, hasCodes, payment = 'delivery' }: QuotedCart): Quote {
  const { applied, refusal } = choose(payment)
  const figuresOf = (way: 'delivery' | 'online') => presentTotals(calculateOrder({ lines, adjustments: choose(way).adjustments }))
  const [shown, online] = [figuresOf(payment), figuresOf('online')]
  const differs = (online.toPay ?? online.totalPrice) !== (shown.toPay ?? shown.totalPrice)
  const next = describeNext()
  return {
    ...shown,
    code,
    refusal: refusal?.message ?? null,
    isApplied: code !== null && applied.some(({ offer }) => offer.code === code),
    hasCodes,
    ...(next !== undefined && { next }),
    ...(differs && { online }),
  }
}
