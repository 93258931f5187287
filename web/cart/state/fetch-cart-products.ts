import type { Product } from '#contract/catalog/products.ts'
import { ApiError, call } from '../../api/client.ts'
import type { GuestCartLine } from './guest-cart-line.ts'

/** What the server says about the products of a guest cart. Products that could not be fetched are in neither. */
export interface CartProducts {
  /** by product id */
  readonly products: ReadonlyMap<string, Product>
  /** the ids of products that the shop no longer has */
  readonly goneIds: ReadonlySet<string>
}

/** Fetches every product of a guest cart once. Never rejects. */
export async function fetchCartProducts(lines: readonly Pick<GuestCartLine, '_id'>[]): Promise<CartProducts> {
  const products = new Map<string, Product>()
  const goneIds = new Set<string>()
  const ids = new Set(lines.map(({ _id }) => _id))
  await Promise.all(
    [...ids].map(async (id) => {
      try {
        products.set(id, await call('GET /products/:id', { params: { id } }))
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) goneIds.add(id)
      }
    }),
  )
  return { products, goneIds }
}

/** The lines with what the server says about their products: price, stock, name and so on. A product that is gone has no stock. */
export const mergeProducts = ({ lines, products, goneIds }: CartProducts & { lines: readonly GuestCartLine[] }): readonly GuestCartLine[] =>
  lines.map((line) => {
    const product =
      products.get(line._id) ?? (goneIds.has(line._id) ? { stock: 0, sizeStock: undefined, returnRule: line.returnRule } : undefined)
    return product === undefined ? line : { ...line, ...product, sizeStock: product.sizeStock, returnRule: product.returnRule }
  })
