import type { SavedItem } from '#contract/cart/saved-items.ts'
import { quantities, type Size } from '#contract/kernel/business.ts'
import { withShopperLock } from '../accounts/users/lock-shopper.ts'
import { presentProduct, productColumns } from '../catalog/product/product-row.ts'
import type { Database, Transaction } from '../database/schema.ts'
import { AppError } from '../kernel/errors.ts'
import { addItem } from './add-item.ts'
import { availableSizeStock, availableStock, findCartProducts } from './repository.ts'

interface Shopper {
  readonly database: Database
  readonly userId: string
}

interface SavedProduct extends Shopper {
  /** in lower case */
  readonly productId: string
}

/** The shopper's saved products with their current state, last saved first. */
export async function listSavedItems({ database, userId }: Shopper): Promise<SavedItem[]> {
  const rows = await database
    .selectFrom('saved_items')
    .innerJoin('products', 'products.id', 'saved_items.product_id')
    .leftJoin('held_stock', (join) =>
      join.onRef('held_stock.user_id', '=', 'saved_items.user_id').onRef('held_stock.product_id', '=', 'saved_items.product_id'),
    )
    .select(productColumns.map((column) => `products.${column}` as const))
    .select([availableStock.as('availableStock'), availableSizeStock(userId)])
    .where('saved_items.user_id', '=', userId)
    .orderBy('saved_at', 'desc')
    .orderBy('saved_items.product_id')
    .execute()
  return rows.map((row) => ({ product: { ...presentProduct(row), stock: row.availableStock }, isDeleted: row.status !== 'on_sale' }))
}

/**
 * Saves a product for later.
 * @throws AppError 404 for an unknown product.
 * @throws AppError 409 when the list is full.
 */
export async function saveItem({ database, userId, productId }: SavedProduct): Promise<void> {
  await withShopperLock({ database, userId }, async ({ trx }) => {
    const product = (await findCartProducts({ trx, userId, productIds: [productId] })).get(productId)
    if (!product?.isOnSale) throw new AppError('product_not_found')
    const saved = await trx.selectFrom('saved_items').select('product_id').where('user_id', '=', userId).execute()
    if (saved.some((item) => item.product_id === productId)) return
    if (saved.length >= quantities.maxSaved) throw new AppError('saved_full')
    await trx.insertInto('saved_items').values({ user_id: userId, product_id: productId }).execute()
  })
}

/** Deletes a saved item. False when it was not saved. */
async function deleteItem({ trx, userId, productId }: Omit<SavedProduct, 'database'> & { trx: Transaction }): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('saved_items')
    .where('user_id', '=', userId)
    .where('product_id', '=', productId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function removeSavedItem({ database, userId, productId }: SavedProduct): Promise<void> {
  await withShopperLock({ database, userId }, ({ trx }) => deleteItem({ trx, userId, productId }))
}

/**
 * Adds a saved item to the cart and removes it from the saved items; a repeated call changes nothing.
 * @throws AppError when the cart cannot hold it; it stays saved then
 */
export async function addToCartFromSaved({ database, userId, productId, size }: SavedProduct & { size: Size }): Promise<void> {
  await withShopperLock({ database, userId }, async (cart) => {
    if (await deleteItem({ ...cart, productId })) await addItem({ cart, productId, size, quantity: quantities.addedToCart })
  })
}
