import { sql } from 'kysely'
import { placeholderSource } from '../../../catalog/pictures/placeholder-image.ts'
import { updateProduct } from '../../../catalog/product/change-products.ts'
import { insertProducts, type StoredImage } from '../../../catalog/product/insert-products.ts'
import { changeDetails } from '../../../catalog/product/product-details.ts'
import type { Transaction } from '../../../database/schema.ts'
import { writeAdjustment } from '../../../inventory/adjust-stock.ts'
import { writeSizes } from '../../../inventory/set-sizes.ts'
import { setStockContext } from '../../../inventory/stock.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { Plan } from '../plan/import-plan.ts'

interface SaveContext {
  readonly trx: Transaction
  readonly placeholder: StoredImage
  readonly actorId: string
  /** why the stock changes, for the stock ledger */
  readonly note: string
}

/** Adds products as planned and returns their ids in the same order. Throws `AppError` as the administrators' forms do. */
export async function addProducts({
  trx,
  plans,
  placeholder: image,
  actorId,
  note,
}: SaveContext & { plans: readonly Plan[] }): Promise<string[]> {
  if (plans.length === 0) return []
  await setStockContext({ trx, context: { cause: 'opening', actorId, reference: null, note } })
  const handles = plans.flatMap(({ handle }) => handle ?? [])
  // A server of an earlier version leaves the handles of products that it deletes.
  await sql`update products set handle = null where handle = any(${handles}) and status = 'deleted'`.execute(trx)
  const products = plans.map(({ product, details, stock, sizes, handle, isDraft = false }) => {
    if (!product) throw new AppError('invalid_request')
    return { product, details, stock: stock?.target ?? 0, sizes, handle, image, isDraft, needsDeclarations: true }
  })
  const ids = await insertProducts({ trx, products })
  await sql`update product_pictures set source = ${placeholderSource} where product_id = any(${ids}::uuid[])`.execute(trx)
  const sales = plans.flatMap(({ sale }, index) =>
    sale
      ? {
          product_id: ids[index] ?? '',
          price_paise: sale.price,
          starts_at: new Date(sale.startsAt),
          ends_at: new Date(sale.endsAt),
        }
      : [],
  )
  // A job starts them when they are due.
  if (sales.length > 0) await trx.insertInto('product_sales').values(sales).execute()
  return ids
}

/** Changes a locked product as planned. Throws `AppError` as the administrators' forms do. */
export async function changeProduct({
  trx,
  productId,
  plan,
  actorId,
  note,
}: Omit<SaveContext, 'placeholder'> & { plan: Plan; productId: string }): Promise<void> {
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
