import type { LinkedItem } from '#contract/cart/cart-link.ts'
import type { Product } from '#contract/catalog/products.ts'
import { findSizeStock } from '#contract/inventory/size-stock.ts'
import { quantities } from '#contract/kernel/business.ts'
import { formatRupees } from '#contract/kernel/money.ts'
import type { CartProducts } from '../state/fetch-cart-products.ts'
import { countItems } from '../state/guest-cart.ts'
import { type GuestCartLine, lineKey } from '../state/guest-cart-line.ts'
import { listSharingLines } from '../state/guest-stock.ts'

/** What a link holds of an item. */
export interface OfferedItem extends LinkedItem {
  /** rupees, as an assistant was told; missing when nobody was told one */
  readonly price?: number | null
  /** what the cart has of it already, and is not added */
  readonly inCart?: number
}

/** An item of a link, with what of it can be added to a cart. */
export interface FittedItem {
  readonly product: Product
  readonly size: string | null
  /** what is added; 0: none of it can be had */
  readonly quantity: number
  /** what the cart has of it already */
  readonly inCart: number
  /** why less is added than the link says, or what the cart will ask */
  readonly problem: string | undefined
}

export interface FittedLink {
  readonly items: readonly FittedItem[]
  /** items whose product the shop does not have, or not any more */
  readonly gone: number
}

/** What the stock and the limits of a cart leave of a link's items, beside the lines that are in the cart already. */
export function fitLinkedItems({
  items,
  products,
  goneIds,
  lines,
}: CartProducts & { items: readonly OfferedItem[]; lines: readonly GuestCartLine[] }): FittedLink {
  const fitted: FittedItem[] = []
  let cart = lines
  for (const item of items) {
    const product = products.get(item.product)
    if (!product) continue
    const fit = fitItem({ item, product, cart })
    fitted.push({ product, size: item.size, inCart: item.inCart ?? 0, quantity: fit.quantity, problem: joinProblems(fit, item, product) })
    if (fit.quantity > 0) cart = addLine({ cart, product, size: item.size, quantity: fit.quantity })
  }
  return { items: fitted, gone: items.filter(({ product }) => goneIds.has(product)).length }
}

/** Also says that the price is another one than the assistant was told. */
function joinProblems({ problem }: Pick<FittedItem, 'problem'>, { price }: OfferedItem, product: Product): string | undefined {
  const change = price == null || price === product.price ? undefined : `The price was ${formatRupees(price)} when your assistant looked.`
  return [problem, change].filter((text) => text !== undefined).join(' ') || undefined
}

interface CartQuantity {
  readonly product: string
  readonly size: string | null
  readonly quantity: number
}

/**
 * What a cart still lacks of items. So a link that is followed twice, in another tab or after going back, adds nothing twice.
 */
export function listMissingItems({ items, cart }: { items: readonly OfferedItem[]; cart: readonly CartQuantity[] }): OfferedItem[] {
  const left = new Map(cart.map(({ product, size, quantity }) => [lineKey({ _id: product, size }), quantity]))
  return items.map((item) => {
    const key = lineKey({ _id: item.product, size: item.size })
    const inCart = Math.min(left.get(key) ?? 0, item.quantity)
    left.set(key, (left.get(key) ?? 0) - inCart)
    return { ...item, inCart, quantity: item.quantity - inCart }
  })
}

interface Fit {
  readonly item: OfferedItem
  readonly product: Product
  readonly cart: readonly GuestCartLine[]
}

function fitItem({ item: { size, quantity }, product, cart }: Fit): Pick<FittedItem, 'quantity' | 'problem'> {
  if (quantity === 0) return { quantity, problem: undefined }
  if (size !== null && !product.sizes.includes(size)) return { quantity: 0, problem: `There is no size ${size}.` }
  const stock = findSizeStock({ product, size })
  if (stock === 0) return { quantity: 0, problem: size !== null && product.stock > 0 ? `Size ${size} is sold out.` : 'Sold out.' }
  const line = toLine({ product, size, quantity })
  const before = cart.find((each) => lineKey(each) === lineKey(line))
  if (!before && cart.length >= quantities.maxLines)
    return { quantity: 0, problem: `A cart holds up to ${quantities.maxLines} different items.` }
  const freeStock = stock - countItems(listSharingLines({ line, lines: cart }))
  const freeInLine = quantities.max - (before?.qty ?? 0)
  const added = Math.max(0, Math.min(quantity, freeStock, freeInLine))
  if (added === quantity) return { quantity, problem: size === null && product.sizeStock ? 'Choose the size in your cart.' : undefined }
  const inCart = countItems(cart.filter((each) => each._id === product._id)) > 0 ? ', and your cart has some of it' : ''
  const limit = freeInLine < freeStock ? `You can order up to ${quantities.max} of one item` : `Only ${stock} left`
  return { quantity: added, problem: `${limit}${inCart}. The link says ${quantity}.` }
}

const toLine = ({ product, size, quantity }: { product: Product; size: string | null; quantity: number }): GuestCartLine => ({
  ...product,
  qty: quantity,
  ...(size !== null && { size }),
})

/** The cart with an item, whose quantity is added to that of its line. */
export function addLine({ cart, ...item }: { cart: readonly GuestCartLine[]; product: Product; size: string | null; quantity: number }) {
  const line = toLine(item)
  const isInCart = cart.some((each) => lineKey(each) === lineKey(line))
  return isInCart ? cart.map((each) => (lineKey(each) === lineKey(line) ? { ...each, qty: each.qty + line.qty } : each)) : [...cart, line]
}
