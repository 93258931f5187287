import { quantities, type Size } from '#contract/kernel/business.ts'
import { type CartProducts, mergeProducts } from './fetch-cart-products.ts'
import { getGuestCart, updateGuestCart } from './guest-cart.ts'
import { type GuestCartLine, lineKey } from './guest-cart-line.ts'

// Separate from guest-cart.ts, so that the storefront, which only adds and counts, does not load it.

/** Sets the quantity of a line, limited to the allowed range. */
export function setGuestQuantity({ key, quantity }: { key: string; quantity: number }): void {
  const qty = Math.max(quantities.min, Math.min(quantities.max, Math.trunc(quantity)))
  updateGuestCart((lines) => lines.map((line) => (lineKey(line) === key ? { ...line, qty } : line)))
}

/** Sets the size of a line. False, and no change, when the cart already has the product in that size. */
export function setGuestSize({ key, size }: { key: string; size: Size }): boolean {
  const lines = getGuestCart()
  const line = lines.find((other) => lineKey(other) === key)
  if (line === undefined || line.size === size) return true
  const resized: GuestCartLine = { ...line, size }
  if (lines.some((other) => lineKey(other) === lineKey(resized))) return false
  updateGuestCart((current) => current.map((other) => (lineKey(other) === key ? resized : other)))
  return true
}

export function removeGuestLine(key: string): void {
  updateGuestCart((lines) => lines.filter((line) => lineKey(line) !== key))
}

/** Puts a removed line back at `index`. False when the cart is full; a line that is there again stays as it is. */
export function restoreGuestLine({ line, index }: { line: GuestCartLine; index: number }): boolean {
  const lines = getGuestCart()
  if (lines.some((other) => lineKey(other) === lineKey(line))) return true
  if (lines.length >= quantities.maxLines) return false
  updateGuestCart((current) => current.toSpliced(index, 0, line))
  return true
}

/** Replaces the stored product fields (price, stock, name …) with the server's. */
export function updateGuestProducts(fetched: CartProducts): void {
  updateGuestCart((lines) => mergeProducts({ ...fetched, lines }))
}

/** Subtracts the given quantities. What was added since then stays. */
export function subtractLines(subtracted: readonly GuestCartLine[]): void {
  const quantityByKey = new Map(subtracted.map((line) => [lineKey(line), line.qty]))
  updateGuestCart((lines) =>
    lines.map((line) => ({ ...line, qty: line.qty - (quantityByKey.get(lineKey(line)) ?? 0) })).filter(({ qty }) => qty > 0),
  )
}

export function clearGuestCart(): void {
  updateGuestCart(() => [])
}
