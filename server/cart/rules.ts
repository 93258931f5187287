import type { CartLine, GuestItem } from '#contract/cart/cart.ts'
import { cartErrors } from '#contract/cart/cart-errors.ts'
import { catalogErrors } from '#contract/catalog/catalog-errors.ts'
import { inventoryErrors } from '#contract/inventory/inventory-errors.ts'
import { quantities, type Size } from '#contract/kernel/business.ts'
import { formatRupees, type Paise, toPaise, toRupees } from '#contract/kernel/money.ts'
import { findStock, formatStockName, hasSize, type Stock, type StockItem, validateSize } from '../inventory/size-rules.ts'
import { AppError } from '../kernel/errors.ts'

export type CartItem = StockItem

/** A cart item with the price that the shopper sees now. */
export interface DisplayedItem extends CartItem {
  readonly displayedPrice: Paise
}

/** A product as this shopper can order it: the stock includes what their own unpaid card checkouts hold. */
export interface CartProduct extends Stock {
  readonly id: string
  readonly name: string
  readonly price: Paise
  readonly isOnSale: boolean
}

/** The quantity in the cart that takes from the same stock as this size of the product: of all sizes, or of this one. */
export function sumQuantity({ items, product: { id, sizeStock }, size }: StockQuery & { items: readonly CartItem[] }): number {
  const sharing = items.filter((item) => item.productId === id && (sizeStock === null || item.size === size))
  return sharing.reduce((sum, { quantity }) => sum + quantity, 0)
}

interface StockQuery {
  readonly product: Pick<CartProduct, 'id' | 'sizeStock'>
  readonly size: Size | null
}

/** The quantity of one line; undefined when the cart has no such line. */
export const findQuantity = ({ items, productId, size }: { items: readonly CartItem[]; productId: string; size: Size | null }) =>
  items.find((item) => item.productId === productId && item.size === size)?.quantity

interface Line {
  readonly product: Omit<CartProduct, 'id'>
  readonly size: Size | null
  /** the sum of all lines that take from the same stock */
  readonly quantity: number
  readonly displayedPrice: Paise
}

/** The most serious reason why a line cannot be ordered as it is. */
export function findLineProblem({ product, size, quantity, displayedPrice }: Line): Pick<CartLine, 'problem' | 'notice'> {
  const { price, isOnSale, sizeStock } = product
  if (!isOnSale) return { problem: 'gone', notice: `${catalogErrors.product_gone.text({ name: product.name })} Please remove it.` }
  if (size === null && sizeStock !== null && product.stock > 0) return { problem: 'size', notice: 'Please choose a size.' }
  if (size !== null && !hasSize(product, size)) {
    return { problem: 'sold_out', notice: `${catalogErrors.size_unknown.text({ name: product.name, size })} Please remove it.` }
  }
  const name = formatStockName(product, size)
  const stock = findStock(product, size)
  if (stock === 0) return { problem: 'sold_out', notice: `${inventoryErrors.sold_out.text({ name })} Please remove it.` }
  if (quantity > stock) return { problem: 'short', notice: inventoryErrors.not_enough_stock.text({ left: stock, name }) }
  if (price === displayedPrice) return { problem: null, notice: null }
  const notice = `The price changed from ${formatRupees(toRupees(displayedPrice))} to ${formatRupees(toRupees(price))}.`
  // A lower price needs no acceptance.
  return { problem: price > displayedPrice ? 'price' : null, notice }
}

interface Quantity {
  readonly product: CartProduct
  readonly size: Size | null
  readonly quantity: number
}

/** Why the cart cannot hold this quantity, of all lines that take from the same stock; undefined when it can. */
export function findStockViolation({ product, size, quantity }: Quantity): AppError | undefined {
  const violation = validateSize({ product, size })
  if (violation) return violation
  const name = formatStockName(product, size)
  const stock = findStock(product, size)
  if (stock === 0) return new AppError('sold_out', { name })
  return quantity > stock ? new AppError('not_enough_stock', { left: stock, name }) : undefined
}

interface Addition extends Quantity {
  readonly items: readonly CartItem[]
}

/** Why this item cannot be added to the cart; undefined when it can. */
export function validateAddition({ items, product, size, quantity }: Addition): AppError | undefined {
  const stockViolation = findStockViolation({ product, size, quantity: sumQuantity({ items, product, size }) + quantity })
  if (stockViolation) return stockViolation
  const inLine = findQuantity({ items, productId: product.id, size })
  if ((inLine ?? 0) + quantity > quantities.max) return new AppError('line_full')
  return inLine === undefined && items.length >= quantities.maxLines ? new AppError('cart_full') : undefined
}

/** How much of a guest's item fits into the cart, and what to tell the shopper. */
function fitGuestItem({ item, product, items }: { item: GuestItem; product: CartProduct | undefined; items: readonly CartItem[] }): {
  quantity: number
  notices: string[]
} {
  const size = item.size ?? null
  if (!product?.isOnSale) {
    return { quantity: 0, notices: [catalogErrors.product_gone.text({ name: product?.name ?? (item.name || 'An item in your cart') })] }
  }
  if (size !== null && !hasSize(product, size)) {
    return { quantity: 0, notices: [catalogErrors.size_unknown.text({ name: product.name, size })] }
  }
  const name = formatStockName(product, size)
  // A line without a size waits in the cart until the shopper chooses one.
  const stock = size === null ? product.stock : findStock(product, size)
  if (stock === 0) return { quantity: 0, notices: [inventoryErrors.sold_out.text({ name })] }
  const inLine = findQuantity({ items, productId: product.id, size })
  const freeStock = stock - sumQuantity({ items, product, size })
  const freeInLine = quantities.max - (inLine ?? 0)
  const quantity = Math.max(0, Math.min(item.quantity, freeStock, freeInLine))
  const notices: string[] = []
  if (quantity < item.quantity && freeInLine < freeStock) {
    notices.push(`${cartErrors.line_full.text} Your cart has the maximum of ${name}.`)
  } else if (quantity < item.quantity) {
    notices.push(`${inventoryErrors.not_enough_stock.text({ left: stock, name })} Your cart has the maximum available.`)
  }
  if (quantity > 0 && item.price !== undefined && toPaise(item.price) !== product.price) {
    notices.push(`${name} now costs ${formatRupees(toRupees(product.price))}.`)
  }
  if (quantity > 0 && inLine === undefined && items.length >= quantities.maxLines) {
    return { quantity: 0, notices: [...notices, cartErrors.cart_full.text] }
  }
  return { quantity, notices }
}

interface GuestMerge {
  readonly items: readonly CartItem[]
  readonly guestItems: readonly GuestItem[]
  readonly products: ReadonlyMap<string, CartProduct>
}

/** Merges a guest's items into the cart as far as they fit: the lines that change, and what to tell the shopper. */
export function mergeGuestItems({ items, guestItems, products }: GuestMerge): { changed: DisplayedItem[]; notices: string[] } {
  const changed = new Map<string, DisplayedItem>()
  const notices = new Set<string>()
  for (const item of guestItems) {
    const product = products.get(item.product.toLowerCase())
    const merged = [...items.filter((line) => !changed.has(lineKey(line))), ...changed.values()]
    const fit = fitGuestItem({ item, product, items: merged })
    for (const notice of fit.notices) notices.add(notice)
    if (!product || fit.quantity === 0) continue
    const line = { productId: product.id, size: item.size ?? null }
    const quantity = (findQuantity({ items: merged, ...line }) ?? 0) + fit.quantity
    changed.set(lineKey(line), { ...line, quantity, displayedPrice: product.price })
  }
  return { changed: [...changed.values()], notices: [...notices] }
}

const lineKey = ({ productId, size }: Omit<CartItem, 'quantity'>) => `${productId} ${size}`
