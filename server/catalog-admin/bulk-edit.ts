import type { ProductStatus } from '#contract/catalog/admin-products.ts'
import type { ReturnRule } from '#contract/catalog/return-rules.ts'
import type { Size } from '#contract/kernel/business.ts'
import { quantities } from '#contract/kernel/business.ts'
import type { Paise } from '#contract/kernel/money.ts'
import { recordChange } from '../activity/record-change.ts'
import type { ProductRow } from '../catalog/product/product-row.ts'
import { statusValues } from '../catalog/product/product-status.ts'
import { requireProduct } from '../catalog/product/repository.ts'
import { notDeleted } from '../database/product-conditions.ts'
import { retryTransaction } from '../database/retry.ts'
import type { Database, Transaction } from '../database/schema.ts'
import { findStock, hasSize } from '../inventory/size-rules.ts'
import { lockProducts, type ProductSnapshot, returnStock, takeStock } from '../inventory/stock.ts'
import { AppError } from '../kernel/errors.ts'

interface StockValue {
  /** null: one stock for all sizes */
  readonly size: Size | null
  /** as the editor saw it */
  readonly seen: number
  readonly value: number
}

export interface RowChange {
  readonly id: string
  /** of the product as the editor saw it; undefined: any */
  readonly version: number | undefined
  /** undefined: as it is */
  readonly price: Paise | undefined
  readonly mrp: Paise | null | undefined
  readonly stock: readonly StockValue[]
  readonly status: ProductStatus | undefined
  readonly category: string | undefined
  /** null: as the policies say */
  readonly dispatchDays: number | null | undefined
  /** null: by its category or its sale */
  readonly returnRule: ReturnRule | null | undefined
}

interface SavedRow {
  readonly change: RowChange
  /** why the stock changes */
  readonly note: string
  readonly actorId: string
  readonly call: 'saveProductChanges' | 'setPricesBySku'
}

/**
 * Changes price, stock, status, category, dispatch days and return rule of a product, or nothing. Returns 'changed' when it is not as the editor
 * saw it; values that it has already count as saved.
 * @throws AppError 404 for an unknown product.
 * @throws AppError 400 or 409 for a value that it cannot have.
 */
export async function saveChange({ database, ...row }: SavedRow & { database: Database }): Promise<'saved' | 'changed'> {
  const recorded = { database, actorId: row.actorId, call: row.call, id: row.change.id } as const
  return retryTransaction(() => recordChange(recorded, (trx) => writeRow({ trx, ...row })))
}

async function writeRow({ trx, change, note, actorId }: Omit<SavedRow, 'call'> & { trx: Transaction }): Promise<'saved' | 'changed'> {
  const id = change.id.toLowerCase()
  const products = await lockProducts({ trx, ids: [id] })
  const product = await requireProduct({ database: trx, id, condition: notDeleted })
  const snapshot = products.get(id)
  if (!snapshot) throw new AppError('product_not_found')
  if (hasValues({ product, snapshot, change })) return 'saved'
  if (product.version !== (change.version ?? product.version)) return 'changed'
  if (change.stock.some(({ size, seen }) => findStock(snapshot, size) !== seen)) return 'changed'

  assertPrices({ product, change })
  const { price, mrp, status, category, dispatchDays, returnRule } = change
  if ([price, mrp, status, category, dispatchDays, returnRule].some((value) => value !== undefined)) {
    await trx
      .updateTable('products')
      .set({
        ...(price !== undefined && { price_paise: price }),
        ...(mrp !== undefined && { mrp_paise: mrp }),
        ...(status !== undefined && statusValues({ status })),
        ...(category !== undefined && { category }),
        ...((dispatchDays !== undefined || returnRule !== undefined) && detailsWith({ product, dispatchDays, returnRule })),
        version: product.version + 1,
      })
      .where('id', '=', id)
      .execute()
  }
  const stockChanges = listStockChanges({ snapshot, change, note })
  const context = { cause: 'correction', actorId, reference: null, note } as const
  const toItems = (sign: 1 | -1) =>
    stockChanges.filter(({ change: by }) => by * sign > 0).map(({ size, change: by }) => ({ productId: id, size, quantity: by * sign }))
  await takeStock({ trx, products, items: toItems(-1), context })
  await returnStock({ trx, items: toItems(1), context })
  return 'saved'
}

/** The details of a product with other dispatch days or another return rule; undefined: as they are, null: none. */
function detailsWith({ product, dispatchDays, returnRule }: { product: ProductRow } & Pick<RowChange, 'dispatchDays' | 'returnRule'>) {
  const { dispatchDays: days = null, returnRule: rule = null, ...others } = product.details
  const [nextDays, nextRule] = [dispatchDays === undefined ? days : dispatchDays, returnRule === undefined ? rule : returnRule]
  const details = { ...others, ...(nextDays !== null && { dispatchDays: nextDays }), ...(nextRule !== null && { returnRule: nextRule }) }
  return { details: JSON.stringify(details), details_version: product.details_version + 1 }
}

interface CheckedChange {
  readonly product: ProductRow
  readonly snapshot: ProductSnapshot
  readonly change: RowChange
}

/** Whether a product is as the change wants it, because the same change was made before. */
function hasValues({ product, snapshot, change }: CheckedChange): boolean {
  const { price, mrp, stock, status, category, dispatchDays, returnRule } = change
  return (
    (price ?? product.price_paise) === product.price_paise &&
    (mrp === undefined ? product.mrp_paise : mrp) === product.mrp_paise &&
    stock.every(({ size, value }) => findStock(snapshot, size) === value) &&
    (category ?? product.category) === product.category &&
    (dispatchDays === undefined || dispatchDays === (product.details.dispatchDays ?? null)) &&
    (returnRule === undefined || (returnRule ?? undefined) === product.details.returnRule) &&
    (status === undefined || (status === product.status && product.publish_at === null))
  )
}

function assertPrices({ product, change: { price, mrp } }: Omit<CheckedChange, 'snapshot'>): void {
  const { price_paise: currentPrice, mrp_paise: currentMrp, regular_price_paise: regularPrice } = product
  if (price !== undefined && price !== currentPrice && regularPrice !== null) throw rowError({ code: 'sale_running', field: 'price' })
  const newMrp = mrp === undefined ? currentMrp : mrp
  const highest = Math.max(price ?? currentPrice, regularPrice ?? 0)
  if ((price !== undefined || mrp !== undefined) && newMrp !== null && newMrp < highest)
    throw rowError({ code: 'mrp_too_low', field: 'mrp' })
}

/** By how much each stock changes. */
function listStockChanges({ snapshot, change: { stock }, note }: Omit<CheckedChange, 'product'> & { note: string }) {
  for (const { size } of stock) {
    if (size === null && snapshot.sizeStock !== null) throw new AppError('stock_size_missing')
    if (size !== null && (snapshot.sizeStock === null || !hasSize(snapshot, size)))
      throw new AppError('size_unknown', { name: snapshot.name, size })
  }
  const stockChanges = stock.map(({ size, seen, value }) => ({ size, change: value - seen })).filter(({ change: by }) => by !== 0)
  if (stockChanges.length > 0 && note === '') throw new AppError('stock_reason_missing')
  if (snapshot.stock + stockChanges.reduce((sum, { change: by }) => sum + by, 0) > quantities.maxStock)
    throw new AppError('stock_too_large')
  return stockChanges
}

/** An error that the screen shows at one field of the row. */
const rowError = ({ code, field }: { code: 'sale_running' | 'mrp_too_low'; field: 'price' | 'mrp' }) => new AppError(code, { field })
