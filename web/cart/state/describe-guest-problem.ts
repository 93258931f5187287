import { findSizeStock } from '#contract/inventory/size-stock.ts'
import type { GuestCartLine } from './guest-cart-line.ts'
import { findShortage, listSharingLines } from './guest-stock.ts'

/** Why a line of the guest cart cannot be ordered as it is; undefined when it can. `isGone`: the shop no longer has the product. */
export function describeGuestProblem({
  line,
  lines,
  isGone,
}: {
  line: GuestCartLine
  /** all lines of the cart */
  lines: readonly GuestCartLine[]
  isGone: boolean
}): string | undefined {
  if (isGone) return 'This item is no longer available. Remove it to order the rest.'
  if (line.sizeStock && line.stock > 0 && line.size === undefined) return 'Choose a size to order.'
  const shortage = findShortage({ line, lines })
  if (shortage === undefined) return undefined
  if (shortage === 'short') {
    const isShared = listSharingLines({ line, lines }).length > 1
    const stock = findSizeStock({ product: line, size: line.size })
    return `Only ${stock} left${isShared ? ' across all sizes' : ''}. Reduce the quantity to order.`
  }
  if (line.stock > 0) return `Size ${line.size} is sold out. Choose another size or remove it to order the rest.`
  return 'Sold out since you added it. Remove it to order the rest.'
}
