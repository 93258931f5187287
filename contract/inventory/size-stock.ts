import type { Product } from '../catalog/products.ts'
import type { Size } from '../kernel/business.ts'

/** What is left of a product in a size; over all sizes without one, or when the product has one stock. */
export function findSizeStock({ product, size }: { product: Pick<Product, 'stock' | 'sizeStock'>; size: Size | null | undefined }): number {
  if (!product.sizeStock || !size) return product.stock
  return product.sizeStock.find((each) => each.size === size)?.stock ?? 0
}

/** The size if the product has it and it is in stock. A product with a single size has no other choice. */
export const findSizeInStock = ({ product, size }: { product: Pick<Product, 'stock' | 'sizes' | 'sizeStock'>; size: unknown }) =>
  product.sizes.find((name) => (name === size || product.sizes.length === 1) && findSizeStock({ product, size: name }) > 0)
