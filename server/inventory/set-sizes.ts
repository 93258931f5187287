import { sql } from 'kysely'
import { quantities } from '#contract/kernel/business.ts'
import { recordChange } from '../activity/record-change.ts'
import { insertSizes, type SizeInput } from '../catalog/product/insert-sizes.ts'
import { retryTransaction } from '../database/retry.ts'
import type { Database, Transaction } from '../database/schema.ts'
import { AppError } from '../kernel/errors.ts'
import { lockProducts, type ProductSnapshot, setStockContext } from './stock.ts'

/** The sizes of a product in their order; none for a product with one stock. */
export async function listSizes({ database, productId }: { database: Database; productId: string }) {
  const rows = await database.selectFrom('product_sizes').selectAll().where('product_id', '=', productId).orderBy('position').execute()
  return rows.map(({ size, stock, sku, barcode, shelf }) => ({ size, stock, sku: sku ?? '', barcode: barcode ?? '', shelf: shelf ?? '' }))
}

interface SizesChange {
  readonly productId: string
  readonly version: number
  /** the one stock of the product that the editor saw */
  readonly seenStock: number
  /** in order; none for one stock */
  readonly sizes: readonly (SizeInput & { readonly seenStock: number })[]
  /** why the stock changes */
  readonly note: string
  readonly actorId: string
}

/**
 * Sets the sizes of a product with their order, SKUs, barcodes and shelves. The stock of each size changes by its difference to the seen one, so
 * that concurrent sales count. A product with one stock is divided into the sizes; without sizes it has one stock, the sum.
 * @throws AppError 404 for an unknown product.
 * @throws AppError 409 when the product or the stock to divide has changed.
 * @throws AppError 409 for a stock below zero or too large, and for a SKU of another product.
 * @throws AppError 400 when stock appears or disappears without a reason.
 */
export async function setSizes({ database, change }: { database: Database; change: SizesChange }): Promise<void> {
  const recorded = { database, actorId: change.actorId, call: 'setProductSizes', id: change.productId } as const
  await retryTransaction(() => recordChange(recorded, (trx) => writeSizes({ trx, change })))
}

/** Sets the sizes of a product within a transaction. Throws as `setSizes` does. */
export async function writeSizes({ trx, change }: { trx: Transaction; change: SizesChange }): Promise<void> {
  const { version, sizes, note, actorId } = change
  const productId = change.productId.toLowerCase()
  const product = (await lockProducts({ trx, ids: [productId] })).get(productId)
  if (!product || product.status === 'deleted') throw new AppError('product_not_found')
  const { numUpdatedRows } = await trx
    .updateTable('products')
    .set({ version: sql<number>`version + 1` })
    .where('id', '=', productId)
    .where('version', '=', version)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new AppError('product_changed')

  const isDivided = product.sizeStock === null && sizes.length > 0
  const isMerged = product.sizeStock !== null && sizes.length === 0
  const what = isDivided ? 'Divided into sizes' : isMerged ? 'One stock for all sizes' : ''
  const context = { cause: 'correction', actorId, reference: null, note: [what, note].filter(Boolean).join(': ') } as const
  await setStockContext({ trx, context })
  if (isMerged) return mergeSizes({ trx, productId, product })
  const stocks = isDivided ? divideStock({ product, change }) : changeStocks({ product, change })
  if (stocks.reduce((sum, { stock }) => sum + stock, 0) > quantities.maxStock) throw new AppError('stock_too_large')
  if (isDivided) await trx.updateTable('products').set({ has_sizes: true, stock: 0 }).where('id', '=', productId).execute()
  // Removed sizes first, and SKUs apart from sizes, so that a SKU can move from one size to another.
  const names = sizes.map(({ size }) => size)
  if (names.length > 0) await trx.deleteFrom('product_sizes').where('product_id', '=', productId).where('size', 'not in', names).execute()
  await trx.updateTable('product_sizes').set({ sku: null }).where('product_id', '=', productId).execute()
  await insertSizes({ trx, products: [{ productId, sizes: stocks }] })
}

async function mergeSizes({ trx, productId, product }: { trx: Transaction; productId: string; product: ProductSnapshot }): Promise<void> {
  await trx.deleteFrom('product_sizes').where('product_id', '=', productId).execute()
  await trx.updateTable('products').set({ has_sizes: false, stock: product.stock }).where('id', '=', productId).execute()
}

interface StockDivision {
  readonly product: ProductSnapshot
  readonly change: SizesChange
}

/** The stock of each size of a product that has had one stock. */
function divideStock({ product, change: { sizes, seenStock, note } }: StockDivision): readonly SizeInput[] {
  if (product.stock !== seenStock) throw new AppError('stock_changed')
  const sum = sizes.reduce((total, { stock }) => total + stock, 0)
  if (sum !== product.stock && note === '') throw new AppError('sizes_differ', { sum, stock: product.stock })
  return sizes
}

/** The stock of each size after the change. */
function changeStocks({ product, change: { sizes, note } }: StockDivision): readonly SizeInput[] {
  const before = product.sizeStock ?? new Map<string, number>()
  const stocks = sizes.map((row) => {
    const current = before.get(row.size)
    // A size that is renamed is a new one.
    return current === undefined ? row : { ...row, stock: current + row.stock - row.seenStock }
  })
  if (stocks.some(({ stock }) => stock < 0)) throw new AppError('stock_below_zero')
  const isRemoved = [...before].some(([size, stock]) => stock > 0 && !sizes.some((row) => row.size === size))
  const isChanged = isRemoved || stocks.some(({ size, stock }) => stock !== (before.get(size) ?? 0))
  if (isChanged && note === '') throw new AppError('stock_reason_missing')
  return stocks
}
