import { sql } from 'kysely'
import type { Paise } from '#contract/kernel/money.ts'
import { recordActivity } from '../../activity/record-activity.ts'
import { claimKey, type IdempotencyKey, storeAnswer } from '../../database/idempotency.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import { isUuid } from '../../database/is-uuid.ts'
import { notDeleted } from '../../database/product-conditions.ts'
import type { Database, Transaction } from '../../database/schema.ts'
import { AppError } from '../../kernel/errors.ts'
import { toCategoryError } from '../categories/categories.ts'
import { imageValues, insertProducts, type NewProduct, type StoredImage } from './insert-products.ts'
import { type ProductInput, productValues } from './product-row.ts'
import { requireProduct } from './repository.ts'

interface ProductCreation extends NewProduct {
  readonly database: Database
  readonly actorId: string
  readonly claim: IdempotencyKey
}

/** Adds a product and returns its id. The same idempotency key returns the product that it made before. */
export async function createProduct({ database, actorId, claim, ...product }: ProductCreation): Promise<string> {
  return inTransaction(database, async (trx) => {
    const earlier = await claimKey<{ id: string }>({ trx, claim })
    if (earlier) return earlier.id
    // The trigger that writes the first stock movement reads the actor from this setting.
    await sql`select set_config('shop.actor', ${actorId}, true)`.execute(trx)
    const [id = ''] = await insertProducts({ trx, products: [product] })
    await recordActivity({ database: trx, actorId, call: 'createProduct', subject: { id, name: product.product.name } })
    await storeAnswer({ trx, claim, answer: { id } })
    return id
  })
}

interface ProductUpdate {
  readonly database: Database
  readonly id: string
  readonly version: number
  readonly product: ProductInput
  /** undefined: as it is */
  readonly image: StoredImage | undefined
}

/**
 * Changes a product.
 * @throws AppError 404 for an unknown product.
 * @throws AppError 409 when `version` is not the current one, or a sale sets the price.
 */
export async function updateProduct({ database, id, version, product, image }: ProductUpdate): Promise<void> {
  const { numUpdatedRows } = await database
    .updateTable('products')
    .set({
      ...productValues(product),
      version: sql<number>`version + 1`,
      // A renamed demo product is one of the shop's own.
      is_demo: sql<boolean>`is_demo and name = ${product.name}`,
      ...(image && {
        ...imageValues(image),
        pictures_version: sql<number>`pictures_version + (image_key <> ${image.imageKey})::int`,
      }),
    })
    .where('id', '=', id)
    .where('version', '=', version)
    .where(notDeleted)
    .where((eb) => eb.or([eb('regular_price_paise', 'is', null), eb('price_paise', '=', product.price)]))
    .executeTakeFirst()
    .catch(toCategoryError)
  if (numUpdatedRows === 1n) return
  const current = await requireProduct({ database, id, condition: notDeleted })
  throw new AppError(current.version === version ? 'sale_running' : 'product_changed')
}

/** Takes a product off sale. Its row stays, because orders and carts refer to it; its handle and SKUs are free. Throws `AppError` (404). */
export async function deleteProduct({ database, id }: { database: Database; id: string }): Promise<void> {
  if (!isUuid(id)) throw new AppError('product_not_found')
  await inTransaction(database, async (trx) => {
    if ((await deleteProducts({ trx, ids: [id] })) === 0) throw new AppError('product_not_found')
  })
}

/** Takes products off sale like `deleteProduct`. Returns their number. */
export async function deleteProducts({ trx, ids }: { trx: Transaction; ids: readonly string[] }): Promise<number> {
  if (ids.length === 0) return 0
  const { numUpdatedRows } = await trx
    .updateTable('products')
    .set({ status: 'deleted', publish_at: null, handle: null })
    .where('id', 'in', ids)
    .where(notDeleted)
    .executeTakeFirst()
  await trx.updateTable('product_sizes').set({ sku: null }).where('product_id', 'in', ids).execute()
  return Number(numUpdatedRows)
}

/** Throws `AppError` (400) when the MRP is below one of the prices. */
export function assertMrp({ mrp, prices }: { mrp: Paise | null | undefined; prices: readonly Paise[] }): void {
  if (mrp === undefined || mrp === null || prices.every((price) => price <= mrp)) return
  throw new AppError('mrp_too_low', { field: 'mrp' })
}
