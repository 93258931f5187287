import { useEffect, useState } from 'react'
import { call } from '../../api/client.ts'
import type { FittedItem } from './fit-linked-items.ts'

/** Why the code of a link does not count for its items; null when it does, undefined until it is known. */
export function useCodeAnswer({ code, items }: { code: string | undefined; items: readonly FittedItem[] }): string | null | undefined {
  const [answer, setAnswer] = useState<string | null>()
  const products = items
    .filter(({ quantity }) => quantity > 0)
    .map(({ product, size, quantity }) => ({ product: product._id, size, quantity }))
  const asked = JSON.stringify(products)
  const isAsked = code !== undefined && products.length > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks again for other items
  useEffect(() => {
    if (!isAsked) return
    let isCurrent = true
    call('POST /guest/quote', { body: { products, offerCode: code } }).then(
      ({ refusal }) => isCurrent && setAnswer(refusal),
      // The cart says it.
      () => isCurrent && setAnswer(undefined),
    )
    return () => {
      isCurrent = false
    }
  }, [isAsked, asked, code])
  return answer
}
