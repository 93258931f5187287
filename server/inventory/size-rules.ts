import { type Size, sizes } from '#contract/kernel/business.ts'
import { AppError } from '../kernel/errors.ts'

/** The stock of each size of a product, in the order in which the shop shows the sizes. */
export type SizeStock = ReadonlyMap<Size, number>

/** The stock of a product. */
export interface Stock {
  /** over all sizes */
  readonly stock: number
  /** null: one stock for all sizes */
  readonly sizeStock: SizeStock | null
}

/** A quantity of a product and size. */
export interface StockItem {
  readonly productId: string
  readonly size: Size | null
  readonly quantity: number
}

/** The stock that an item of this size takes from; 0 when the product has no such size. */
export function findStock({ stock, sizeStock }: Stock, size: Size | null): number {
  if (sizeStock === null) return stock
  return size === null ? 0 : (sizeStock.get(size) ?? 0)
}

/** Whether a product has this size. Products with one stock have the sizes of the shop. */
export const hasSize = ({ sizeStock }: Pick<Stock, 'sizeStock'>, size: Size): boolean =>
  sizeStock === null ? sizes.some((name) => name === size) : sizeStock.has(size)

/** Why an item cannot have this size; undefined when it can. Only a product with one stock can be ordered without a size. */
export function validateSize({ product, size }: { product: Pick<Stock, 'sizeStock'> & { name: string }; size: Size | null }) {
  if (size === null) return product.sizeStock === null ? undefined : new AppError('size_missing')
  return hasSize(product, size) ? undefined : new AppError('size_unknown', { name: product.name, size })
}

/** The name in messages about the stock: with the size if it has a stock of its own. */
export const formatStockName = ({ name, sizeStock }: Pick<Stock, 'sizeStock'> & { name: string }, size: Size | null): string =>
  sizeStock === null || size === null ? name : `${name} (${size})`

/**
 * The quantities of items, summed for each stock: `size` is null for a product with one stock. An item that was ordered without
 * a size, before its product had stock by size, belongs to the first size.
 */
export function sumByStock({
  items,
  products,
}: {
  items: readonly StockItem[]
  products: ReadonlyMap<string, Pick<Stock, 'sizeStock'>>
}): StockItem[] {
  const sums = new Map<string, StockItem>()
  for (const { productId, size: orderedSize, quantity } of items) {
    const sizeStock = products.get(productId)?.sizeStock ?? null
    const size = sizeStock === null ? null : (orderedSize ?? sizeStock.keys().next().value ?? null)
    const key = `${productId} ${size ?? ''}`
    sums.set(key, { productId, size, quantity: quantity + (sums.get(key)?.quantity ?? 0) })
  }
  return [...sums.values()]
}
