import type { AdminProduct } from '#contract/catalog/admin-products.ts'
import { inventoryErrors } from '#contract/inventory/inventory-errors.ts'
import { findSizeStock } from '#contract/inventory/size-stock.ts'
import { quantities } from '#contract/kernel/business.ts'

export type OrderableProduct = Pick<
  AdminProduct,
  '_id' | 'name' | 'price' | 'stock' | 'sizes' | 'sizeStock' | 'dispatchDays' | 'availableFrom'
>

export interface NewOrderLine {
  readonly product: OrderableProduct
  readonly size: string
  readonly quantity: number
}

type Lines = readonly NewOrderLine[]
type LineKey = Pick<NewOrderLine, 'product' | 'size'>

const isSame = (line: LineKey, other: LineKey) => line.product._id === other.product._id && line.size === other.size

/** Adds one unit. A size that is in the order already has one more. */
export function addUnit(lines: Lines, added: LineKey): Lines {
  const line = lines.find((each) => isSame(each, added))
  return line ? setQuantity(lines, line, line.quantity + 1) : [...lines, { ...added, quantity: 1 }]
}

export const setQuantity = (lines: Lines, changed: LineKey, quantity: number): Lines =>
  lines.map((line) => (isSame(line, changed) ? { ...line, quantity: Math.min(Math.max(quantity, quantities.min), quantities.max) } : line))

export const removeLine = (lines: Lines, removed: LineKey): Lines => lines.filter((line) => !isSame(line, removed))

/** The lines with the price and the stock of now; a product that is no longer sold has no stock. */
export const refreshLines = (lines: Lines, products: ReadonlyMap<string, OrderableProduct | undefined>): Lines =>
  lines.map((line) => ({ ...line, product: products.get(line.product._id) ?? { ...line.product, stock: 0, sizeStock: undefined } }))

/** Why a line cannot be ordered; undefined when it can. */
export function describeProblem({ product, size, quantity }: NewOrderLine): string | undefined {
  const left = findSizeStock({ product, size })
  const name = product.sizeStock ? `${product.name} (${size})` : product.name
  if (left === 0) return inventoryErrors.sold_out.text({ name })
  return left < quantity ? inventoryErrors.not_enough_stock.text({ left, name }) : undefined
}

/** The lines in a stored draft. Anything else is dropped. */
export function parseLines(stored: unknown): Lines {
  if (!Array.isArray(stored)) return []
  return stored.filter((line) => typeof line?.product?._id === 'string' && typeof line.size === 'string' && Number.isInteger(line.quantity))
}
