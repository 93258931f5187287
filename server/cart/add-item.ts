import { sql } from 'kysely'
import type { CartLine } from '#contract/cart/cart.ts'
import { quantities } from '#contract/kernel/business.ts'
import type { ShopperContext } from '../accounts/users/lock-shopper.ts'
import { isUuid } from '../database/is-uuid.ts'
import { AppError } from '../kernel/errors.ts'
import { type CartOffers, cartOffers } from './cart-offers.ts'
import {
  type CartProductRow,
  type CartRow,
  cartProductColumns,
  presentCart,
  selectCart,
  toCartItem,
  toCartProduct,
  toSizeColumn,
} from './repository.ts'
import { type CartItem, type CartProduct, type DisplayedItem, findQuantity, validateAddition } from './rules.ts'

interface ItemRow {
  readonly productId: string
  readonly size: string
  readonly quantity: number
}

/** The lines of a cart as one value, by which a later statement sees whether they have changed. */
const cartItems = (userId: string) => sql<string>`(
  select coalesce(json_agg(json_build_object('productId', product_id, 'size', size, 'quantity', quantity)
    order by added_at, product_id, size), '[]')::text
  from cart_lines where user_id = ${userId}
)`

interface AdditionRow extends CartOffers, Omit<CartProductRow, 'id'> {
  /** null: no such product */
  readonly id: string | null
  readonly items: string
}

/** Locks the shopper and reads what an addition is checked by, as it was before the lock was waited for. */
async function readAddition({ trx, userId, productId }: ShopperContext & { productId: string }) {
  const { rows } = await sql<AdditionRow>`
    select ${cartProductColumns(userId)}, ${cartItems(userId)} as items, ${cartOffers(userId)}
    from (select id from users where id = ${userId} for no key update) as shopper
    left join products on products.id = ${isUuid(productId) ? productId : null}::uuid
    left join held_stock on held_stock.product_id = products.id and held_stock.user_id = ${userId}
  `.execute(trx)
  const [row] = rows
  // The account has just been deleted.
  if (!row) throw new AppError('not_signed_in')
  const product: CartProduct | undefined = row.id === null ? undefined : toCartProduct({ ...row, id: row.id })
  return { product, seen: row.items, items: (JSON.parse(row.items) as ItemRow[]).map(toCartItem), offers: row }
}

interface Saving extends ShopperContext {
  readonly item: DisplayedItem
  readonly seen: string
}

/** Inserts or replaces a line and returns the cart; undefined, without a change, when it is no longer the one that was seen. */
async function saveItem({ trx, userId, item, seen }: Saving): Promise<CartLine[] | undefined> {
  const { productId, size, quantity, displayedPrice } = item
  const { rows } = await sql<CartRow>`
    with saved as (
      insert into cart_lines (user_id, product_id, size, quantity, displayed_price_paise)
      select ${userId}::uuid, ${productId}::uuid, ${toSizeColumn(size)}, ${Math.min(quantity, quantities.max)}::int, ${displayedPrice}::bigint
      where ${cartItems(userId)} = ${seen}
      on conflict (user_id, product_id, size) do update
        set quantity = excluded.quantity, displayed_price_paise = excluded.displayed_price_paise
      returning product_id, size, quantity, displayed_price_paise, added_at
    ), lines as (
      select product_id, size, quantity, displayed_price_paise, added_at from saved
      union all
      select product_id, size, quantity, displayed_price_paise, added_at from cart_lines
      where user_id = ${userId} and exists (select from saved) and (product_id, size) not in (select product_id, size from saved)
    )
    ${selectCart({ userId, lines: sql`lines` })}
  `.execute(trx)
  return rows.length === 0 ? undefined : presentCart(rows)
}

/** The cart after an addition, and what its quote depends on. */
export interface ChangedCart extends CartOffers {
  readonly cart: CartLine[]
}

/**
 * Adds to a line, in a transaction that has not locked anything or has locked the shopper. `productId` is in lower case.
 * @throws AppError 404 for an unknown product.
 * @throws AppError 409 when the quantity does not fit.
 */
export async function addItem({ cart, productId, size, quantity }: CartItem & { cart: ShopperContext }): Promise<ChangedCart> {
  // What is read first is older than the lock if that was waited for. After it only a statement without the lock changes the cart, such as the
  // removal of a product with its lines: then both are read once more.
  for (let isCurrent = false; ; isCurrent = true) {
    const { product, items, seen, offers } = await readAddition({ ...cart, productId })
    if (!product?.isOnSale) throw new AppError('product_not_found')
    const violation = validateAddition({ items, product, size, quantity })
    if (violation && isCurrent) throw violation
    const inLine = findQuantity({ items, productId, size }) ?? 0
    const item = { productId, size, quantity: inLine + quantity, displayedPrice: product.price }
    const lines = violation ? undefined : await saveItem({ ...cart, item, seen })
    if (lines) return { code: offers.code, hasCodes: offers.hasCodes, hasAutomatic: offers.hasAutomatic, cart: lines }
  }
}
