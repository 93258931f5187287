import type { Product } from '#contract/catalog/products.ts'
import type { ReturnRule } from '#contract/catalog/return-rules.ts'
import { quantities, type Size } from '#contract/kernel/business.ts'
import { calculateTotalRupees } from '#contract/kernel/pricing.ts'

/** A line of the cart screen, whichever store it comes from. */
export interface CartItem {
  /** unique in the cart: product and size */
  readonly key: string
  readonly productId: string
  /** the product's page; undefined for a product that is gone */
  readonly href: string | undefined
  readonly name: string
  readonly image: string
  readonly placeholderColor: string
  readonly size: Size | undefined
  readonly offeredSizes: readonly Size[]
  /** the stock of each size; undefined: all sizes share one */
  readonly sizeStock: Product['sizeStock']
  readonly quantity: number
  /** until it leaves, of a product that is made to order */
  readonly dispatchDays: number | undefined
  /** the day on which it leaves, of a pre-order */
  readonly availableFrom: string | undefined
  /** rupees, of one unit */
  readonly price: number
  /** what can be ordered of the product in this size */
  readonly stock: number
  /** must be resolved before ordering */
  readonly problem: string | undefined
  /** missing for an item that can be returned */
  readonly returnRule?: ReturnRule | undefined
  /** information only */
  readonly notices: readonly string[]
  /** part of the count and of the total: the stock covers it */
  readonly isCounted: boolean
  /** can only be removed */
  readonly isUnavailable: boolean
  /** can be ordered once the shopper accepts the new price */
  readonly hasNewPrice: boolean
}

/** A cart that the screen can show and change: the browser's for guests, the server's for shoppers. */
export interface CartStore {
  /** `saving`: a change is being saved, and no other can start */
  readonly status: 'loading' | 'failed' | 'ready' | 'saving'
  readonly items: readonly CartItem[]
  /** why loading or the last change failed */
  readonly error: string | undefined
  /** Setting the current quantity again accepts a new price. */
  readonly setQuantity: (item: CartItem, quantity: number) => void
  readonly setSize: (item: CartItem, size: Size) => void
  readonly remove: (item: CartItem) => void
  /**
   * Loads prices and stock again before an order. False when the order cannot start: something is to be resolved, or the total has changed.
   * Without an answer it can, because the order is checked again.
   */
  readonly check: () => Promise<boolean>
  /** Puts a removed item back, if possible at `index`. False when that failed. */
  readonly restore: (item: CartItem, index: number) => Promise<boolean>
}

/** The name of a line for screen readers and messages. */
export const formatCartItem = ({ name, size }: CartItem): string => (size ? `${name}, size ${size}` : name)

/** Whether a cart can be ordered as it was shown to the shopper before. */
export const isUnchanged = ({ before, now }: { before: readonly CartItem[]; now: readonly CartItem[] }): boolean =>
  now.every(({ problem }) => problem === undefined) && calculateTotalRupees(now) === calculateTotalRupees(before)

/** All sizes of a product share its stock, unless each has its own. */
export function canIncrease({ item, items }: { item: CartItem; items: readonly CartItem[] }): boolean {
  const sharing = items.filter(({ productId, size }) => productId === item.productId && (!item.sizeStock || size === item.size))
  const total = sharing.reduce((sum, { quantity }) => sum + quantity, 0)
  return item.quantity < quantities.max && total < item.stock
}
