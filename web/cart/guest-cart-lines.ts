import { quantities, type Size } from '#contract/business.ts'
import { type Paise, toPaise } from '#contract/money.ts'
import { calculateSubtotal, calculateTotal, type PricedItem } from '#contract/pricing.ts'
import type { Product } from '#contract/products.ts'
import { changeLines } from './guest-cart.ts'
import { type CartLine, lineKey } from './guest-cart-line.ts'

// Apart from guest-cart.ts, so that the storefront, which only adds and counts, does not load what edits and orders.

export function setLineQuantity({ key, qty }: { key: string; qty: number }): void {
  const held = Math.max(quantities.min, Math.min(quantities.max, Math.trunc(qty)))
  changeLines((lines) => lines.map((line) => (lineKey(line) === key ? { ...line, qty: held } : line)))
}

/** False when the cart already has that product in that size: refused, as adding it a second time is. */
export function setLineSize({ key, size }: { key: string; size: Size }): boolean {
  let done = true
  changeLines((lines) => {
    const line = lines.find((other) => lineKey(other) === key)
    if (line === undefined) return lines
    const changed: CartLine = { ...line, size }
    done = lineKey(changed) === key || !lines.some((other) => lineKey(other) === lineKey(changed))
    return done ? lines.map((other) => (other === line ? changed : other)) : lines
  })
  return done
}

export function removeLine(key: string): void {
  changeLines((lines) => lines.filter((line) => lineKey(line) !== key))
}

/** Takes over what the server says of these products now. */
export function updateProducts(products: ReadonlyMap<string, Product>): void {
  changeLines((lines) => lines.map((line) => ({ ...line, ...products.get(line._id) })))
}

/** Takes these pieces out, and only these: what was added since stays. */
export function takeOutLines(taken: readonly CartLine[]): void {
  const pieces = new Map(taken.map((line) => [lineKey(line), line.qty]))
  changeLines((lines) => lines.map((line) => ({ ...line, qty: line.qty - (pieces.get(lineKey(line)) ?? 0) })).filter(({ qty }) => qty > 0))
}

export function clearGuestCart(): void {
  changeLines(() => [])
}

const toPricedItem = ({ price, qty }: Pick<CartLine, 'price' | 'qty'>): PricedItem => ({ price: toPaise(price), quantity: qty })

export const calculateGuestLineSubtotal = (line: CartLine): Paise => calculateSubtotal(toPricedItem(line))

export const calculateGuestCartTotal = (lines: readonly CartLine[]): Paise => calculateTotal(lines.map(toPricedItem))
