import type { GuestItem } from '#contract/cart/cart.ts'
import type { Size } from '#contract/kernel/business.ts'
import { withShopperLock } from '../accounts/users/lock-shopper.ts'
import { claimKey, type IdempotencyKey, storeAnswer } from '../database/idempotency.ts'
import { retryTransaction } from '../database/retry.ts'
import type { Database } from '../database/schema.ts'
import { validateSize } from '../inventory/size-rules.ts'
import { AppError } from '../kernel/errors.ts'
import { addItem, type ChangedCart } from './add-item.ts'
import { type CartLineKey, deleteLine, findCartProducts, listCartItems, saveCartItems } from './repository.ts'
import { findQuantity, findStockViolation, mergeGuestItems, sumQuantity } from './rules.ts'

interface LineChange {
  readonly database: Database
  readonly key: CartLineKey
  readonly quantity: number
}

/**
 * Adds to the line of this product and size.
 * @throws AppError 404 for an unknown product.
 * @throws AppError 409 when the quantity does not fit.
 */
export function addToCart({ database, key: { userId, productId, size }, quantity }: LineChange): Promise<ChangedCart> {
  return retryTransaction(() =>
    database.transaction().execute((trx) => addItem({ cart: { trx, userId }, productId: productId.toLowerCase(), size, quantity })),
  )
}

/**
 * Sets the quantity of a line, and its size when another is given; a line that already has that size is merged. Accepts the
 * product's current price.
 * @throws AppError 404 for an unknown line.
 * @throws AppError 409 beyond the stock.
 */
export async function changeLine({ database, key, quantity, newSize }: LineChange & { newSize: Size | undefined }): Promise<void> {
  const { userId, size: oldSize } = key
  const productId = key.productId.toLowerCase()
  await withShopperLock({ database, userId }, async (cart) => {
    const product = (await findCartProducts({ ...cart, productIds: [productId] })).get(productId)
    const items = await listCartItems(cart)
    const inLine = findQuantity({ items, productId, size: oldSize })
    if (!product || inLine === undefined) throw new AppError('line_not_found')
    if (!product.isOnSale) throw new AppError('product_gone', { name: product.name })
    const size = newSize ?? oldSize
    const violation = newSize === undefined ? undefined : validateSize({ product, size })
    if (violation) throw violation
    const others = items.filter((item) => item.productId !== productId || item.size !== oldSize)
    const total = sumQuantity({ items: others, product, size }) + quantity
    // A smaller quantity is always accepted, even while it still exceeds the stock.
    const isReduced = quantity < inLine && (size === oldSize || product.sizeStock === null)
    const stockViolation = isReduced ? undefined : findStockViolation({ product, size, quantity: total })
    if (stockViolation) throw stockViolation
    const merged = size === oldSize ? 0 : (findQuantity({ items, productId, size }) ?? 0)
    if (size !== oldSize) await deleteLine({ trx: cart.trx, key })
    await saveCartItems({ ...cart, items: [{ productId, size, quantity: quantity + merged, displayedPrice: product.price }] })
  })
}

/** Removes a line. One that is not there is no error. Throws `AppError` (400) for a size that the product does not have. */
export async function removeLine({ database, key }: { database: Database; key: CartLineKey }): Promise<void> {
  const { userId, productId, size } = key
  await withShopperLock({ database, userId }, async (cart) => {
    if ((await deleteLine({ trx: cart.trx, key })) || size === null) return
    const product = (await findCartProducts({ ...cart, productIds: [productId] })).get(productId.toLowerCase())
    const violation = product && validateSize({ product, size })
    if (violation) throw violation
  })
}

interface GuestCart {
  readonly database: Database
  readonly userId: string
  readonly guestItems: readonly GuestItem[]
  readonly claim: IdempotencyKey
}

/** Merges a guest's cart as far as it fits and returns what to tell the shopper. The same idempotency key merges once. */
export async function mergeCart({ database, userId, guestItems, claim }: GuestCart): Promise<string[]> {
  return withShopperLock({ database, userId }, async (cart) => {
    const storedAnswer = await claimKey<{ notices: string[] }>({ trx: cart.trx, claim })
    if (storedAnswer) return storedAnswer.notices
    const products = await findCartProducts({ ...cart, productIds: guestItems.map((item) => item.product) })
    const items = await listCartItems(cart)
    const { changed, notices } = mergeGuestItems({ items, guestItems, products })
    await saveCartItems({ ...cart, items: changed })
    await storeAnswer({ trx: cart.trx, claim, answer: { notices } })
    return notices
  })
}
