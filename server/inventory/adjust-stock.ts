import { quantities } from '#contract/business.ts'
import type { StockCause } from '#contract/products.ts'
import { claimKey, type IdempotencyKey, storeAnswer } from '../database/idempotency.ts'
import type { Database } from '../database/schema.ts'
import { AppError } from '../errors.ts'
import { lockProducts, returnStock, takeStock } from './stock.ts'

interface StockAdjustment {
  readonly productId: string
  readonly change: number
  readonly cause: StockCause
  readonly note: string
  readonly actorId: string
  readonly claim: IdempotencyKey
}

/**
 * Adds to the stock of a product or takes from it. The same idempotency key changes it once. Throws `AppError`: 404, or 409 when
 * the stock would be below zero or too large.
 */
export async function adjustStock({ database, adjustment }: { database: Database; adjustment: StockAdjustment }): Promise<void> {
  const { change, cause, note, actorId, claim } = adjustment
  const productId = adjustment.productId.toLowerCase()
  await database.transaction().execute(async (trx) => {
    if (await claimKey({ trx, claim })) return
    const product = (await lockProducts({ trx, ids: [productId] })).get(productId)
    if (!product || product.deleted_at) throw new AppError('product_not_found')
    if (product.stock + change < 0) throw new AppError('stock_below_zero')
    if (product.stock + change > quantities.maxStock) throw new AppError('stock_too_large')
    const apply = change < 0 ? takeStock : returnStock
    await apply({ trx, quantities: new Map([[productId, Math.abs(change)]]), context: { cause, actorId, reference: null, note } })
    await storeAnswer({ trx, claim, answer: { id: productId } })
  })
}
