import { type RawBuilder, sql } from 'kysely'
import type { CartLine } from '#contract/cart/cart.ts'
import type { Product } from '#contract/catalog/products.ts'
import type { ReturnRule } from '#contract/catalog/return-rules.ts'
import { quantities, type Size } from '#contract/kernel/business.ts'
import { type Paise, toRupees } from '#contract/kernel/money.ts'
import type { ShopperContext } from '../accounts/users/lock-shopper.ts'
import {
  availableFromColumn,
  dispatchDaysColumn,
  imagePath,
  presentDispatch,
  presentReturnRule,
  presentSizes,
  returnRuleColumn,
} from '../catalog/product/product-row.ts'
import { isUuid } from '../database/is-uuid.ts'
import type { Database, Transaction } from '../database/schema.ts'
import { findStock } from '../inventory/size-rules.ts'
import { type CartItem, type CartProduct, type DisplayedItem, findLineProblem, sumQuantity } from './rules.ts'

// The table stores '' for a line without a size, because a primary key cannot contain null.
export const toSizeColumn = (size: Size | null): Size | '' => size ?? ''
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

export interface CartRow {
  readonly productId: string
  readonly size: Size | ''
  readonly quantity: number
  readonly displayedPrice: Paise
  readonly name: string
  readonly image_key: string
  readonly placeholder_color: string
  readonly price: Paise
  readonly status: string
  readonly stock: number
  readonly sizeStock: NonNullable<Product['sizeStock']> | null
  readonly dispatchDays: number | null
  readonly availableFrom: string | null
  readonly returnRule: ReturnRule
}

/** Lines of a cart, oldest first, each with its product's current state. `lines` has the columns of cart_lines. */
export const selectCart = ({ userId, lines }: { userId: string; lines: RawBuilder<unknown> }) => sql<CartRow>`
  select lines.product_id as "productId", size, lines.quantity, displayed_price_paise as "displayedPrice",
    name, image_key, placeholder_color, price_paise as price, status, ${availableStock} as stock, ${availableSizeStock(userId)},
    ${dispatchDaysColumn}, ${availableFromColumn}, ${returnRuleColumn}
  from ${lines} as lines join products on products.id = lines.product_id
  left join held_stock on held_stock.user_id = ${userId} and held_stock.product_id = lines.product_id
  order by added_at, lines.product_id, size
`

export function presentCart(rows: readonly CartRow[]): CartLine[] {
  const items = rows.map(toCartItem)
  return rows.map((row, index) => {
    const { productId, name, quantity, price, displayedPrice } = row
    const { size } = items[index] as CartItem
    const product = toCartProduct({ ...row, id: productId })
    return {
      product: {
        _id: productId,
        name,
        image: imagePath(row.image_key),
        backdrop: row.placeholder_color,
        price: toRupees(price),
        stock: findStock(product, size),
        ...presentDispatch(row),
        ...presentSizes(row.sizeStock),
        ...presentReturnRule(row.returnRule),
      },
      size,
      quantity,
      ...findLineProblem({ product, size, quantity: sumQuantity({ items, product, size }), displayedPrice }),
    }
  })
}

/** The shopper's cart, oldest line first, each line with its product's current state. */
export async function readCart({ database, userId }: { database: Database; userId: string }): Promise<CartLine[]> {
  const { rows } = await selectCart({
    userId,
    lines: sql`(
    select product_id, size, quantity, displayed_price_paise, added_at from cart_lines where user_id = ${userId}
  )`,
  }).execute(database)
  return presentCart(rows)
}

export interface CartProductRow {
  readonly id: string
  readonly name: string
  readonly price: Paise
  readonly status: string
  readonly stock: number
  readonly sizeStock: NonNullable<Product['sizeStock']> | null
}

/** The columns of `CartProductRow`, of products and what of them is held. */
export const cartProductColumns = (userId: string) => sql`
  products.id, name, price_paise as price, status, ${availableStock} as stock, ${availableSizeStock(userId)}
`

export const toCartProduct = ({ id, name, price, status, stock, sizeStock }: CartProductRow): CartProduct => ({
  id,
  name,
  price,
  stock,
  sizeStock: toSizeStock(sizeStock),
  isOnSale: status === 'on_sale',
})

/** The products by id in lower case, with the stock available to this shopper. Unknown ids are omitted. */
export async function findCartProducts({ trx, userId, productIds }: ShopperContext & { productIds: readonly string[] }) {
  const ids = productIds.filter(isUuid)
  if (ids.length === 0) return new Map<string, CartProduct>()
  const { rows } = await sql<CartProductRow>`
    select ${cartProductColumns(userId)}
    from products left join held_stock on held_stock.product_id = products.id and held_stock.user_id = ${userId}
    where products.id = any(${ids}::uuid[])
  `.execute(trx)
  return new Map(rows.map((row) => [row.id, toCartProduct(row)]))
}

/** An item of a row of cart_lines. */
export const toCartItem = <Row extends { readonly productId: string; readonly size: Size | ''; readonly quantity: number }>({
  productId,
  size,
  quantity,
}: Row): CartItem => ({ productId, size: fromSizeColumn(size), quantity })

export async function listCartItems({ trx, userId }: ShopperContext): Promise<CartItem[]> {
  const rows = await trx
    .selectFrom('cart_lines')
    .select(['product_id as productId', 'size', 'quantity'])
    .where('user_id', '=', userId)
    .orderBy('added_at')
    .orderBy('product_id')
    .orderBy('size')
    .execute()
  return rows.map(toCartItem)
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
