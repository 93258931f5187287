import type { StockCause } from '#contract/inventory/stock.ts'
import { quantities, type Size } from '#contract/kernel/business.ts'
import { claimKey, type IdempotencyKey, storeAnswer } from '../database/idempotency.ts'
import type { Database, Transaction } from '../database/schema.ts'
import { AppError } from '../kernel/errors.ts'
import { findStock } from './size-rules.ts'
import { lockProducts, returnStock, takeStock } from './stock.ts'

interface StockAdjustment {
  readonly productId: string
  /** required for a product with stock by size */
  readonly size?: Size | undefined
  readonly change: number
  readonly cause: StockCause
  readonly note: string
  readonly actorId: string
  readonly claim: IdempotencyKey
}

/**
 * Adds to the stock of a product or takes from it. The same idempotency key changes it once.
 * @throws AppError 404 for an unknown product.
 * @throws AppError 400 without the size that the product needs.
 * @throws AppError 409 when the stock would be below zero or too large.
 */
export async function adjustStock({ database, adjustment }: { database: Database; adjustment: StockAdjustment }): Promise<void> {
  const { claim } = adjustment
  await database.transaction().execute(async (trx) => {
    if (await claimKey({ trx, claim })) return
    await writeAdjustment({ trx, adjustment })
    await storeAnswer({ trx, claim, answer: { id: adjustment.productId.toLowerCase() } })
  })
}

/** Changes the stock of a product within a transaction. Throws as `adjustStock` does. */
export async function writeAdjustment({ trx, adjustment }: { trx: Transaction; adjustment: Omit<StockAdjustment, 'claim'> }) {
  const { change, size = null, cause, note, actorId } = adjustment
  const productId = adjustment.productId.toLowerCase()
  const products = await lockProducts({ trx, ids: [productId] })
  const product = products.get(productId)
  if (!product || product.status === 'deleted') throw new AppError('product_not_found')
  if (product.sizeStock !== null && size === null) throw new AppError('stock_size_missing')
  if (size !== null && !product.sizeStock?.has(size)) throw new AppError('size_unknown', { name: product.name, size })
  if (findStock(product, size) + change < 0) throw new AppError('stock_below_zero')
  if (product.stock + change > quantities.maxStock) throw new AppError('stock_too_large')
  const items = [{ productId, size, quantity: Math.abs(change) }]
  const context = { cause, actorId, reference: null, note }
  await (change < 0 ? takeStock({ trx, products, items, context }) : returnStock({ trx, items, context }))
}
