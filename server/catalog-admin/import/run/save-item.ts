import { sql } from 'kysely'
import { placeholderSource } from '../../../catalog/pictures/placeholder-image.ts'
import { insertProduct, type StoredImage, updateProduct } from '../../../catalog/product/change-products.ts'
import { changeDetails } from '../../../catalog/product/product-details.ts'
import type { Transaction } from '../../../database/schema.ts'
import { AppError } from '../../../errors.ts'
import { writeAdjustment } from '../../../inventory/adjust-stock.ts'
import { writeSizes } from '../../../inventory/set-sizes.ts'
import { setStockContext } from '../../../inventory/stock.ts'
import type { Plan } from '../plan/import-plan.ts'

export interface SavedItem {
  readonly trx: Transaction
  readonly plan: Plan
  /** null: a new one */
  readonly productId: string | null
  readonly placeholder: StoredImage
  readonly actorId: string
  /** why the stock changes, for the stock ledger */
  readonly note: string
}

/** Adds or changes one product as planned and returns its id. Throws `AppError` as the administrators' forms do. */
export async function saveItem({ productId, ...item }: SavedItem): Promise<string> {
  if (productId === null) return addProduct(item)
  await changeProduct({ ...item, productId })
  return productId
}

async function addProduct({ trx, plan, placeholder: image, actorId, note }: Omit<SavedItem, 'productId'>): Promise<string> {
  const { product, details, stock, sizes, handle, sale, isDraft = false } = plan
  if (!product) throw new AppError('invalid_request')
  await setStockContext({ trx, context: { cause: 'opening', actorId, reference: null, note } })
  const id = await insertProduct({ trx, product, stock: stock?.target ?? 0, sizes, image, isDraft, needsDeclarations: true })
  // A server of an earlier version leaves the handles of products that it deletes.
  if (handle !== undefined)
    await trx.updateTable('products').set({ handle: null }).where('handle', '=', handle).where('status', '=', 'deleted').execute()
  // Added to the details that come from the category.
  const values = {
    ...(handle !== undefined && { handle }),
    ...(details && { details: sql<string>`details || ${JSON.stringify(details)}::jsonb` }),
  }
  if (handle !== undefined || details) await trx.updateTable('products').set(values).where('id', '=', id).execute()
  await trx.updateTable('product_pictures').set({ source: placeholderSource }).where('product_id', '=', id).execute()
  // A job starts it when it is due.
  if (sale)
    await trx
      .insertInto('product_sales')
      .values({ product_id: id, price_paise: sale.price, starts_at: new Date(sale.startsAt), ends_at: new Date(sale.endsAt) })
      .execute()
  return id
}

async function changeProduct({ trx, productId, plan, actorId, note }: Omit<SavedItem, 'productId'> & { productId: string }): Promise<void> {
  const { seen, handle, product, details, stock, sizes, seenStock = 0 } = plan
  if (!seen) throw new AppError('invalid_request')
  let { version } = seen
  if (product) {
    await updateProduct({ database: trx, id: productId, version, product, image: undefined })
    version += 1
  }
  if (details) await changeDetails({ database: trx, id: productId, version: seen.detailsVersion, details })
  if (handle !== undefined) await trx.updateTable('products').set({ handle }).where('id', '=', productId).execute()
  if (sizes) await writeSizes({ trx, change: { productId, version, seenStock, sizes, note, actorId } })
  // The difference to the stock that the check has seen, so that orders since then count.
  if (stock)
    await writeAdjustment({ trx, adjustment: { productId, change: stock.target - stock.seen, cause: 'correction', note, actorId } })
}
