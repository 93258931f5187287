import { productHref } from '#contract/catalog/product-url.ts'
import type { Product } from '#contract/catalog/products.ts'
import { findSizeStock } from '#contract/inventory/size-stock.ts'
import { quantities } from '#contract/kernel/business.ts'
import { formatRupees } from '#contract/kernel/money.ts'
import type { CartItem } from './cart-store.ts'
import { describeGuestProblem } from './state/describe-guest-problem.ts'
import { updateGuestProducts } from './state/edit-guest-cart.ts'
import { fetchCartProducts } from './state/fetch-cart-products.ts'
import { getGuestCart } from './state/guest-cart.ts'
import { type GuestCartLine, lineKey } from './state/guest-cart-line.ts'
import { findShortage } from './state/guest-stock.ts'

/** What the server said about a product of the cart. */
interface ProductCheck {
  readonly isGone: boolean
  /** differences to what the cart showed before */
  readonly changes: readonly string[]
}

/** By product id. Products that could not be checked are missing. */
export type CartCheck = ReadonlyMap<string, ProductCheck>

function describeChanges(before: Product, now: Product): string[] {
  const price =
    before.price === now.price ? [] : [`The price has changed from ${formatRupees(before.price)} to ${formatRupees(now.price)}.`]
  const name = before.name === now.name ? [] : [`This item is now called ${now.name}.`]
  return [...price, ...name]
}

/** Fetches every product of the guest cart and stores what changed. Adds to the result of the check before. */
export async function checkGuestCart(before: CartCheck): Promise<CartCheck> {
  const lines = getGuestCart()
  const fetched = await fetchCartProducts(lines)
  const check = new Map(before)
  for (const line of lines) {
    const product = fetched.products.get(line._id)
    const changes = product === undefined ? [] : describeChanges(line, product)
    // Without a new change, an earlier one stays visible until the page is left.
    if (product) check.set(line._id, { isGone: false, changes: changes.length > 0 ? changes : (before.get(line._id)?.changes ?? []) })
    if (fetched.goneIds.has(line._id)) check.set(line._id, { isGone: true, changes: [] })
  }
  updateGuestProducts(fetched)
  return check
}

/** The guest cart's lines with the problems and notices that the check found. */
export function toCartItems({ lines, check }: { lines: readonly GuestCartLine[]; check: CartCheck }): CartItem[] {
  return lines.map((line) => {
    const { _id: productId, name, image, backdrop, size, sizes, sizeStock, qty, price, dispatchDays, availableFrom, returnRule } = line
    const stock = findSizeStock({ product: line, size })
    const { isGone = false, changes = [] } = check.get(productId) ?? {}
    const problem = describeGuestProblem({ line, lines, isGone })
    return {
      key: lineKey(line),
      productId,
      href: isGone ? undefined : productHref(line),
      name,
      image,
      placeholderColor: backdrop,
      size,
      offeredSizes: sizes,
      sizeStock,
      quantity: qty,
      dispatchDays,
      availableFrom,
      price,
      stock,
      problem,
      returnRule,
      notices: problem === undefined && stock <= quantities.lowStock ? [...changes, `Only ${stock} left`] : changes,
      isCounted: !isGone && findShortage({ line, lines }) === undefined,
      isUnavailable: isGone || line.stock === 0,
      hasNewPrice: false,
    }
  })
}
