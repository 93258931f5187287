import { quantities, type Size } from '#contract/business.ts'
import { type Paise, toPaise } from '#contract/money.ts'
import { calculateSubtotal, calculateTotal, type PricedItem } from '#contract/pricing.ts'
import type { Product } from '#contract/products.ts'
import { updateGuestCart } from './guest-cart.ts'
import { type GuestCartLine, lineKey } from './guest-cart-line.ts'

// Apart from guest-cart.ts, so that the storefront, which only adds and counts, does not load what edits and orders.

export function setGuestQuantity({ key, qty }: { key: string; qty: number }): void {
  const held = Math.max(quantities.min, Math.min(quantities.max, Math.trunc(qty)))
  updateGuestCart((lines) => lines.map((line) => (lineKey(line) === key ? { ...line, qty: held } : line)))
}

/** False when the cart already has that product in that size: refused, as adding it a second time is. */
export function setGuestSize({ key, size }: { key: string; size: Size }): boolean {
  let done = true
  updateGuestCart((lines) => {
    const line = lines.find((other) => lineKey(other) === key)
    if (line === undefined) return lines
    const changed: GuestCartLine = { ...line, size }
    done = lineKey(changed) === key || !lines.some((other) => lineKey(other) === lineKey(changed))
    return done ? lines.map((other) => (other === line ? changed : other)) : lines
  })
  return done
}

export function removeGuestLine(key: string): void {
  updateGuestCart((lines) => lines.filter((line) => lineKey(line) !== key))
}

/** Takes over what the server says of these products now. */
export function updateGuestProducts(products: ReadonlyMap<string, Product>): void {
  updateGuestCart((lines) => lines.map((line) => ({ ...line, ...products.get(line._id) })))
}

/** Takes these pieces out, and only these: what was added since stays. */
export function subtractLines(taken: readonly GuestCartLine[]): void {
  const pieces = new Map(taken.map((line) => [lineKey(line), line.qty]))
  updateGuestCart((lines) =>
    lines.map((line) => ({ ...line, qty: line.qty - (pieces.get(lineKey(line)) ?? 0) })).filter(({ qty }) => qty > 0),
  )
}

export function clearGuestCart(): void {
  updateGuestCart(() => [])
}

const toPricedItem = ({ price, qty }: Pick<GuestCartLine, 'price' | 'qty'>): PricedItem => ({ price: toPaise(price), quantity: qty })

export const calculateGuestLineSubtotal = (line: GuestCartLine): Paise => calculateSubtotal(toPricedItem(line))

export const calculateGuestCartTotal = (lines: readonly GuestCartLine[]): Paise => calculateTotal(lines.map(toPricedItem))
