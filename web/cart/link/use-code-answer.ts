import { useEffect, useState } from 'react'
import type { Quote } from '#contract/offers/offer-schemas.ts'
import { call } from '../../api/client.ts'
import type { FittedItem } from './fit-linked-items.ts'

export interface CodeAnswer {
  /** why the code does not count for these items; null when it does */
  readonly refusal: string | null
  /** rupees of all discounts */
  readonly saved: number
}

/** What the code of a link does for its items; undefined until it is known. */
export function useCodeAnswer({ code, items }: { code: string | undefined; items: readonly FittedItem[] }): CodeAnswer | undefined {
  const [answer, setAnswer] = useState<CodeAnswer>()
  const products = items
    .map(({ product, size, quantity, inCart }) => ({ product: product._id, size, quantity: quantity + inCart }))
    .filter(({ quantity }) => quantity > 0)
  const asked = JSON.stringify(products)
  const isAsked = code !== undefined && products.length > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks again for other items
  useEffect(() => {
    if (!isAsked) return
    let isCurrent = true
    call('POST /guest/quote', { body: { products, offerCode: code } }).then(
      (quote) => isCurrent && setAnswer({ refusal: quote.refusal, saved: quote.isApplied ? sumDiscounts(quote) : 0 }),
      // The cart says it.
      () => isCurrent && setAnswer(undefined),
    )
    return () => {
      isCurrent = false
    }
  }, [isAsked, asked, code])
  return answer
}

function sumDiscounts({ adjustments = [], online }: Pick<Quote, 'adjustments' | 'online'>): number {
  const sum = (rows: typeof adjustments) => rows.reduce((total, { kind, amount }) => total + (kind === 'discount' ? -amount : 0), 0)
  // An offer for online payments may count there only.
  return Math.max(sum(adjustments), sum(online?.adjustments ?? []))
}
