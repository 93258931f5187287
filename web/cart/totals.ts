import type { CartLine } from '#contract/cart.ts'
import { type Paise, toPaise } from '#contract/money.ts'
import { calculateSubtotal, calculateTotal, type PricedItem } from '#contract/pricing.ts'

const toPricedItem = ({ product, quantity }: Pick<CartLine, 'product' | 'quantity'>): PricedItem => ({
  price: toPaise(product.price),
  quantity,
})

export const calculateCartLineSubtotal = (line: CartLine): Paise => calculateSubtotal(toPricedItem(line))

export const calculateCartTotal = (lines: readonly CartLine[]): Paise => calculateTotal(lines.map(toPricedItem))
