import { useEffect, useState } from 'react'
import type { BoughtItem } from '#contract/orders/buy-now.ts'
import { ApiError, call } from '../api/client.ts'
import { type GuestCartLine, parseGuestCart } from '../cart/state/guest-cart-line.ts'

/** The line of the item that a guest buys at once. Undefined while it is loaded; empty when the shop does not have it. Loads nothing without an item. */
export function useBoughtLines(item: BoughtItem | undefined): readonly GuestCartLine[] | undefined {
  const [lines, setLines] = useState<readonly GuestCartLine[]>()
  const { product: id, size, quantity } = item ?? {}
  useEffect(() => {
    if (id === undefined) return
    let isCurrent = true
    call('GET /products/:id', { params: { id } }).then(
      (product) => isCurrent && setLines(parseGuestCart([{ ...product, size, qty: quantity }])),
      (error: unknown) => isCurrent && setLines(error instanceof ApiError ? [] : undefined),
    )
    return () => {
      isCurrent = false
    }
  }, [id, size, quantity])
  return lines
}
