import type { Size } from '#contract/business.ts'
import type { Paise } from '#contract/money.ts'
import { calculateTotal } from '#contract/pricing.ts'
import { AppError } from '../errors.ts'
import type { ProductSnapshot } from '../inventory/stock.ts'

export interface OrderItem {
  readonly productId: string
  readonly quantity: number
  readonly size: Size | null
}

export interface LineItem extends OrderItem {
  readonly name: string
  readonly imageKey: string
  readonly price: Paise
}

/** Lines of one product and size become one. */
export function mergeItems(lines: readonly OrderItem[]): OrderItem[] {
  const merged = new Map<string, OrderItem>()
  for (const line of lines) {
    const key = `${line.productId} ${line.size}`
    merged.set(key, { ...line, quantity: line.quantity + (merged.get(key)?.quantity ?? 0) })
  }
  return [...merged.values()]
}

/** Pieces wanted of each product, all sizes together, because stock is kept by product. */
export function sumQuantities(lines: readonly OrderItem[]): Map<string, number> {
  const pieces = new Map<string, number>()
  for (const line of lines) pieces.set(line.productId, (pieces.get(line.productId) ?? 0) + line.quantity)
  return pieces
}

/** Puts today's name and price on each line. A line whose product was never there is left out; `findObstacle` names it. */
export function toLineItems({
  lines,
  products,
}: {
  lines: readonly OrderItem[]
  products: ReadonlyMap<string, ProductSnapshot>
}): LineItem[] {
  return lines.flatMap((line) => {
    const product = products.get(line.productId)
    return product ? [{ ...line, name: product.name, imageKey: product.image_key, price: product.price_paise }] : []
  })
}

/** Why these lines cannot be ordered now, the first reason in the order of the lines; undefined when they can. */
export function validateOrder({
  lines,
  products,
  expectedTotal,
}: {
  lines: readonly OrderItem[]
  products: ReadonlyMap<string, ProductSnapshot>
  /** what the shopper saw; undefined when the server's own figures were shown */
  expectedTotal: Paise | undefined
}): AppError | undefined {
  for (const [productId, pieces] of sumQuantities(lines)) {
    const product = products.get(productId)
    if (!product || product.deleted_at) return new AppError('product_gone', { name: product?.name ?? 'A product in your cart' })
    if (product.stock === 0) return new AppError('sold_out', { name: product.name })
    if (product.stock < pieces) return new AppError('not_enough_stock', { left: product.stock, name: product.name })
  }
  if (expectedTotal !== undefined && expectedTotal !== calculateTotal(toLineItems({ lines, products }))) {
    return new AppError('prices_changed')
  }
  return undefined
}
