import type { StockRow } from '#contract/catalog-admin/sku-changes.ts'
import { claimKey, type IdempotencyKey, storeAnswer } from '../database/idempotency.ts'
import { retryTransaction } from '../database/retry.ts'
import type { Database, Transaction } from '../database/schema.ts'
import { writeAdjustment } from '../inventory/adjust-stock.ts'
import { findStock } from '../inventory/size-rules.ts'
import { lockProducts } from '../inventory/stock.ts'
import { AppError } from '../kernel/errors.ts'
import type { SkuTarget } from './find-skus.ts'

interface StockSetting {
  readonly target: SkuTarget
  readonly row: StockRow
  /** why the stock changes */
  readonly note: string
  readonly actorId: string
}

/**
 * Sets or changes the stock of a size, or of a product with one stock, and returns it. The same idempotency key changes it once.
 * @throws AppError 400 for a product with stock by size, 404 when the SKU is another one's now.
 * @throws AppError 409 when the stock is not the expected one, or would be below zero or too large.
 */
export async function setStock({
  database,
  claim,
  ...setting
}: StockSetting & { database: Database; claim: IdempotencyKey }): Promise<number> {
  return retryTransaction(() =>
    database.transaction().execute(async (trx) => {
      const before = await claimKey<{ stock: number }>({ trx, claim })
      if (before) return before.stock
      const stock = await writeStock({ trx, ...setting })
      await storeAnswer({ trx, claim, answer: { stock } })
      return stock
    }),
  )
}

async function writeStock({ trx, target, row, note, actorId }: StockSetting & { trx: Transaction }): Promise<number> {
  const { productId, size } = target
  const product = (await lockProducts({ trx, ids: [productId] })).get(productId)
  if (!product || product.status === 'deleted') throw new AppError('product_not_found')
  if (size === null && product.sizeStock !== null) throw new AppError('stock_size_missing')
  await requireSameSku({ trx, target })
  const current = findStock(product, size)
  if (row.ifStock !== undefined && row.ifStock !== current) throw new AppError('stock_differs', { stock: current })
  const change = row.stock === undefined ? (row.change ?? 0) : row.stock - current
  if (change !== 0)
    await writeAdjustment({ trx, adjustment: { productId, change, note, actorId, cause: 'correction', ...(size !== null && { size }) } })
  return current + change
}

/** Checks that the SKU has not moved to another size before the lock. */
async function requireSameSku({ trx, target: { productId, size, sku } }: { trx: Transaction; target: SkuTarget }): Promise<void> {
  if (size === null || sku === null) return
  await trx
    .selectFrom('product_sizes')
    .select('size')
    .where('product_id', '=', productId)
    .where('size', '=', size)
    .where('sku', '=', sku)
    .executeTakeFirstOrThrow(() => new AppError('sku_unknown', { sku }))
}
