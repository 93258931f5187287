import { quantities } from '#contract/business.ts'
import { productHref } from '#contract/catalog/product-url.ts'
import type { Product } from '#contract/catalog/products.ts'
import { findSizeStock } from '#contract/inventory/size-stock.ts'
import { formatRupees } from '#contract/money.ts'
import { ApiError, call } from '../api/client.ts'
import type { CartItem } from './cart-store.ts'
import { updateGuestProducts } from './state/edit-guest-cart.ts'
import { countItems, getGuestCart } from './state/guest-cart.ts'
import { type GuestCartLine, lineKey } from './state/guest-cart-line.ts'

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
  const check = new Map(before)
  const products = new Map<string, Product>()
  const lines = new Map(getGuestCart().map((line) => [line._id, line]))
  await Promise.all(
    [...lines].map(async ([id, line]) => {
      try {
        const product = await call('GET /products/:id', { params: { id } })
        products.set(id, product)
        const changes = describeChanges(line, product)
        // Without a new change, an earlier one stays visible until the page is left.
        check.set(id, { isGone: false, changes: changes.length > 0 ? changes : (check.get(id)?.changes ?? []) })
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) check.set(id, { isGone: true, changes: [] })
      }
    }),
  )
  updateGuestProducts(products)
  return check
}

/** The guest cart's lines with the problems and notices that the check found. */
export function toCartItems({ lines, check }: { lines: readonly GuestCartLine[]; check: CartCheck }): CartItem[] {
  return lines.map((line) => {
    const { _id: productId, name, image, backdrop, size, sizes, sizeStock, qty, price } = line
    const stock = findSizeStock({ product: line, size })
    const { isGone = false, changes = [] } = check.get(productId) ?? {}
    const problem = isGone
      ? 'This item is no longer available. Remove it to order the rest.'
      : describeShortage({ line, siblings: lines.filter((other) => other._id === productId && (!sizeStock || other.size === size)) })
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
      price,
      stock,
      problem,
      notices: problem === undefined && stock <= quantities.lowStock ? [...changes, `Only ${stock} left`] : changes,
      isUnavailable: isGone || line.stock === 0,
      hasNewPrice: false,
    }
  })
}

/** `siblings`: the lines that share the stock of this one: of the product, or of its size. */
function describeShortage({ line, siblings }: { line: GuestCartLine; siblings: readonly GuestCartLine[] }): string | undefined {
  const stock = findSizeStock({ product: line, size: line.size })
  if (line.sizeStock && stock > 0 && line.size === undefined) return 'Choose a size to order.'
  if (line.stock > 0 && stock === 0) return `Size ${line.size} is sold out. Choose another size or remove it to order the rest.`
  if (stock === 0) return 'Sold out since you added it. Remove it to order the rest.'
  if (countItems(siblings) <= stock) return undefined
  return `Only ${stock} left${siblings.length > 1 ? ' across all sizes' : ''}. Reduce the quantity to order.`
}
