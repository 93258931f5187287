import { findSizeStock } from '#contract/inventory/size-stock.ts'
import { countItems } from './guest-cart.ts'
import type { GuestCartLine } from './guest-cart-line.ts'

interface LineOfCart {
  readonly line: GuestCartLine
  /** all lines of the cart */
  readonly lines: readonly GuestCartLine[]
}

/** The lines that take from the same stock as this one, with it: those of the product, or of its size. */
export const listSharingLines = ({ line, lines }: LineOfCart): readonly GuestCartLine[] =>
  lines.filter(({ _id, size }) => _id === line._id && (!line.sizeStock || size === line.size))

/** Why the stock, as far as it is known, does not cover a line; undefined when it does. */
export function findShortage({ line, lines }: LineOfCart): 'sold_out' | 'short' | undefined {
  const stock = findSizeStock({ product: line, size: line.size })
  if (stock === 0) return 'sold_out'
  return countItems(listSharingLines({ line, lines })) > stock ? 'short' : undefined
}

/** The number of items that can be ordered: a sold-out or short line counts nothing. */
export const countAvailableItems = (lines: readonly GuestCartLine[]): number =>
  countItems(lines.filter((line) => findShortage({ line, lines }) === undefined))
