import type { CartLine } from '#contract/cart.ts'
import { type Paise, paise, toPaise } from '#contract/money.ts'

/** Reckoned in paise, so that no line adds a hair of a rupee. */
export const reckonSubtotal = ({ product, quantity }: Pick<CartLine, 'product' | 'quantity'>): Paise =>
  paise(toPaise(product.price) * quantity)

export const reckonTotal = (lines: readonly CartLine[]): Paise => paise(lines.reduce((sum, line) => sum + reckonSubtotal(line), 0))
