import { sql } from 'kysely'
import { quantities, type Size } from '#contract/business.ts'
import type { CartLine } from '#contract/cart/cart.ts'
import type { Product } from '#contract/catalog/products.ts'
import { toRupees } from '#contract/money.ts'
import type { ShopperContext } from '../accounts/lock-shopper.ts'
import { imagePath, presentSizes } from '../catalog/product/product-row.ts'
import { isUuid } from '../database/is-uuid.ts'
import type { Database, Transaction } from '../database/schema.ts'
import { findStock } from '../inventory/size-rules.ts'
import { type CartItem, type CartProduct, type DisplayedItem, findLineProblem, sumQuantity } from './rules.ts'

// The table stores '' for a line without a size, because a primary key cannot contain null.
const toSizeColumn = (size: Size | null): Size | '' => size ?? ''
const fromSizeColumn = (size: Size | ''): Size | null => (size === '' ? null : size)

/** What the shopper can order of a product: its stock and what their own unpaid card checkouts hold. */
export const availableStock = sql<number>`products.stock + coalesce(held_stock.quantity, 0)`

/** The sizes of a product with what the shopper can order of each; null for a product with one stock. */
export const availableSizeStock = (userId: string) =>
  sql<NonNullable<Product['sizeStock']> | null>`case when has_sizes then (
    select json_agg(json_build_object('size', sizes.size, 'stock', sizes.stock + coalesce(held.quantity, 0)) order by position)
    from product_sizes as sizes
    left join held_stock_by_size as held on held.user_id = ${userId} and held.product_id = sizes.product_id and held.size = sizes.size
    where sizes.product_id = products.id
  ) end`.as('sizeStock')

const toSizeStock = (sizeStock: Product['sizeStock'] | null) =>
  sizeStock ? new Map(sizeStock.map(({ size, stock }) => [size, stock])) : null

/** The shopper's cart, oldest line first, each line with its product's current state. */
export async function readCart({ database, userId }: { database: Database; userId: string }): Promise<CartLine[]> {
  const rows = await database
    .selectFrom('cart_lines')
    .innerJoin('products', 'products.id', 'cart_lines.product_id')
    .leftJoin('held_stock', (join) =>
      join.onRef('held_stock.user_id', '=', 'cart_lines.user_id').onRef('held_stock.product_id', '=', 'cart_lines.product_id'),
    )
    .select(['cart_lines.product_id as productId', 'size', 'cart_lines.quantity', 'displayed_price_paise'])
    .select(['name', 'image_key', 'placeholder_color', 'price_paise', 'status', availableStock.as('stock')])
    .select(availableSizeStock(userId))
    .where('cart_lines.user_id', '=', userId)
    .orderBy('added_at')
    .orderBy('cart_lines.product_id')
    .orderBy('size')
    .execute()
  const items = rows.map((row) => ({ ...row, size: fromSizeColumn(row.size) }))
  return items.map((row) => {
    const { productId, name, size, quantity, price_paise: price, displayed_price_paise: displayedPrice } = row
    const product = {
      id: productId,
      name,
      price,
      stock: row.stock,
      sizeStock: toSizeStock(row.sizeStock),
      isOnSale: row.status === 'on_sale',
    }
    return {
      product: {
        _id: productId,
        name,
        image: imagePath(row.image_key),
        backdrop: row.placeholder_color,
        price: toRupees(price),
        stock: findStock(product, size),
        ...presentSizes(row.sizeStock),
      },
      size,
      quantity,
      ...findLineProblem({ product, size, quantity: sumQuantity({ items, product, size }), displayedPrice }),
    }
  })
}

/** The products by id in lower case, with the stock available to this shopper. Unknown ids are omitted. */
export async function findCartProducts({ trx, userId, productIds }: ShopperContext & { productIds: readonly string[] }) {
  const ids = productIds.filter(isUuid)
  if (ids.length === 0) return new Map<string, CartProduct>()
  const rows = await trx
    .selectFrom('products')
    .leftJoin('held_stock', (join) => join.onRef('product_id', '=', 'id').on('user_id', '=', userId))
    .select(['id', 'name', 'price_paise as price', 'status', availableStock.as('stock'), availableSizeStock(userId)])
    .where('id', 'in', ids)
    .execute()
  return new Map<string, CartProduct>(
    rows.map(({ status, sizeStock, ...row }) => [row.id, { ...row, sizeStock: toSizeStock(sizeStock), isOnSale: status === 'on_sale' }]),
  )
}

export async function listCartItems({ trx, userId }: ShopperContext): Promise<CartItem[]> {
  const rows = await trx
    .selectFrom('cart_lines')
    .select(['product_id as productId', 'size', 'quantity'])
    .where('user_id', '=', userId)
    .orderBy('added_at')
    .orderBy('product_id')
    .orderBy('size')
    .execute()
  return rows.map((row) => ({ ...row, size: fromSizeColumn(row.size) }))
}

/**
 * Inserts or replaces cart lines; a quantity above the limit of a line is cut to it. In order of product ids, because the
 * foreign key locks the products.
 */
export async function saveCartItems({ trx, userId, items }: ShopperContext & { items: readonly DisplayedItem[] }): Promise<void> {
  if (items.length === 0) return
  const sorted = items.toSorted((a, b) => (a.productId < b.productId ? -1 : 1))
  await trx
    .insertInto('cart_lines')
    .values(
      sorted.map(({ productId, size, quantity, displayedPrice }) => ({
        user_id: userId,
        product_id: productId,
        size: toSizeColumn(size),
        quantity: Math.min(quantity, quantities.max),
        displayed_price_paise: displayedPrice,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'product_id', 'size']).doUpdateSet((eb) => ({
        quantity: eb.ref('excluded.quantity'),
        displayed_price_paise: eb.ref('excluded.displayed_price_paise'),
      })),
    )
    .execute()
}

export interface CartLineKey {
  readonly userId: string
  readonly productId: string
  readonly size: Size | null
}

/** Deletes a line. False when there was none. */
export async function deleteLine({ trx, key }: { trx: Transaction; key: CartLineKey }): Promise<boolean> {
  if (!isUuid(key.productId)) return false
  const { numDeletedRows } = await trx
    .deleteFrom('cart_lines')
    .where('user_id', '=', key.userId)
    .where('product_id', '=', key.productId)
    .where('size', '=', toSizeColumn(key.size))
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Empties the cart and returns what was in it, oldest line first. */
export async function emptyCart({ trx, userId }: ShopperContext): Promise<DisplayedItem[]> {
  const rows = await trx
    .deleteFrom('cart_lines')
    .where('user_id', '=', userId)
    .returning(['product_id', 'size', 'quantity', 'displayed_price_paise', 'added_at'])
    .execute()
  return rows
    .toSorted((a, b) => a.added_at.getTime() - b.added_at.getTime())
    .map((row) => ({
      productId: row.product_id,
      size: fromSizeColumn(row.size),
      quantity: row.quantity,
      displayedPrice: row.displayed_price_paise,
    }))
}
