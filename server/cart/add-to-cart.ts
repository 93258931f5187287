import { sql } from 'kysely'
import { quantities } from '#contract/business.ts'
import type { Paise } from '#contract/money.ts'
import type { Database } from '../database/schema.ts'
import { AppError } from '../errors.ts'
import { isId } from '../products/repository.ts'
import { type LineKey, refuseTooMany, writeSize } from './repository.ts'

interface Added {
  readonly name: string
  readonly price: Paise
  /** pieces that this shopper may order */
  readonly available: number
  readonly deleted: boolean
  /** pieces of this product in the cart before, all sizes together */
  readonly had: number
  /** those of this size */
  readonly in_line: number
  readonly added: boolean
}

/**
 * Adds pieces to the line of this product and size (migration 0031).
 * Throws `AppError`: 404 for no such product, 409 beyond the stock, for a line that is full or a cart.
 */
export async function addPieces({ database, key, quantity }: { database: Database; key: LineKey; quantity: number }): Promise<void> {
  const { userId, productId, size } = key
  if (!isId(productId)) throw new AppError('product_not_found')
  const { rows } = await sql<Added>`
    select name, price, available, deleted, had, in_line, added
    from add_to_cart(${userId}, ${productId}, ${writeSize(size)}, ${quantity}, ${quantities.max}, ${quantities.maxLines})
  `.execute(database)
  const [product] = rows
  if (product?.added) return
  if (!product || product.deleted) throw new AppError('product_not_found')
  const { name, price, available: stock, deleted, had } = product
  refuseTooMany({ product: { id: productId, name, price, stock, deleted }, pieces: had + quantity })
  throw new AppError(product.in_line + quantity > quantities.max ? 'line_full' : 'cart_full')
}
