import type { ProductStatus } from '#contract/catalog/admin-products.ts'
import type { ReturnRule } from '#contract/catalog/return-rules.ts'
import { quantities as limits } from '#contract/kernel/business.ts'
import type { Paise } from '#contract/kernel/money.ts'
import { type Adjustment, calculateOrder, type OrderTotals } from '#contract/kernel/pricing.ts'
import type { BoughtItem } from '#contract/orders/buy-now.ts'
import { findStock, formatStockName, type Stock, type StockItem, sumByStock, validateSize } from '../../inventory/size-rules.ts'
import { AppError } from '../../kernel/errors.ts'

export type OrderItem = StockItem

/** An order item with the product's name, image and price at the time of the order. */
export interface LineItem extends OrderItem {
  readonly name: string
  readonly imageKey: string
  readonly price: Paise
  /** until it leaves, of an item that is made to order; null or missing: as the policies say */
  readonly dispatchDays?: number | null
  /** the day in India on which it leaves, of a pre-ordered item */
  readonly availableFrom?: string | null
  /** missing for an item that can be returned, and in payments that an older version has opened */
  readonly returnRule?: ReturnRule
  /** its number in the order; missing before the order is placed */
  readonly line?: number
}

/** What the rules need to know of a product. */
interface OrderableProduct extends Stock {
  readonly name: string
  readonly image_key: string
  readonly price_paise: Paise
  readonly status: ProductStatus | 'deleted'
  readonly dispatch_days?: number | null
  readonly available_from?: string | null
  readonly returnRule?: ReturnRule
}

export interface OrderedItems {
  readonly items: readonly OrderItem[]
  readonly products: ReadonlyMap<string, OrderableProduct>
}

export const toOrderItem = ({ product, size, quantity }: BoughtItem): OrderItem => ({
  productId: product.toLowerCase(),
  size: size ?? null,
  quantity,
})

/** Merges items of the same product and size. */
export function mergeItems(items: readonly OrderItem[]): OrderItem[] {
  const merged = new Map<string, OrderItem>()
  for (const { productId, quantity, size } of items) {
    const key = `${productId} ${size}`
    merged.set(key, { productId, size, quantity: quantity + (merged.get(key)?.quantity ?? 0) })
  }
  return [...merged.values()]
}

/** The quantity of all items together. */
export const sumItems = (items: readonly { readonly quantity: number }[]): number => items.reduce((sum, { quantity }) => sum + quantity, 0)

/** Adds name, image, price and return rule to each item. Omits items of unknown products, which `validateOrder` reports. */
export function toLineItems({ items, products }: OrderedItems): LineItem[] {
  return items.flatMap((item) => {
    const product = products.get(item.productId)
    if (!product) return []
    const { name, image_key: imageKey, price_paise: price, returnRule = 'returnable' } = product
    const { dispatch_days: dispatchDays = null, available_from: availableFrom = null } = product
    return [{ ...item, name, imageKey, price, dispatchDays, availableFrom, ...(returnRule !== 'returnable' && { returnRule }) }]
  })
}

/** The first item whose stock is too low, as an error; undefined when the stock of all is enough. */
export function validateStock({ items, products }: OrderedItems): AppError | undefined {
  for (const { productId, size, quantity } of sumByStock({ items, products })) {
    const product = products.get(productId)
    if (!product) continue
    const left = findStock(product, size)
    const name = formatStockName(product, size)
    if (left === 0) return new AppError('sold_out', { name })
    if (left < quantity) return new AppError('not_enough_stock', { left, name })
  }
}

/** What the page of an order has shown. */
export interface ShownAmounts {
  /** the total, or what is to be paid */
  readonly expectedTotal: Paise
  /** what is to be paid, which is compared exactly; undefined when the request does not say it */
  readonly shownToPay?: Paise | undefined
  readonly acceptsLower?: boolean
  /** the request names no amount: the total is that of the stored cart, and charges are added to it */
  readonly isOfCart?: boolean
}

/** Whether an order costs what was shown: its total or what is to be paid, and nobody pays more than that. */
export function isShownAmount({ total, toPay, ...shown }: ShownAmounts & AmountsOfOrder): boolean {
  const { expectedTotal, shownToPay, acceptsLower = false, isOfCart = false } = shown
  if (shownToPay !== undefined && shownToPay !== toPay) return false
  const isNotMore = toPay <= expectedTotal || shownToPay !== undefined || isOfCart
  return (total === expectedTotal && isNotMore) || toPay === expectedTotal || (acceptsLower && toPay < expectedTotal)
}

type AmountsOfOrder = Pick<OrderTotals, 'total' | 'toPay'>

interface ExpectedItems extends OrderedItems, ShownAmounts {
  readonly adjustments?: readonly Adjustment[]
}

/** How errors name a product that does not exist. */
export const unknownProductName = 'A product in your cart'

/** The first item that cannot be ordered, as an error; undefined when all can. */
export function validateItems({ items, products }: OrderedItems): AppError | undefined {
  if (items.some(({ quantity }) => quantity > limits.max)) return new AppError('line_full')
  for (const productId of new Set(items.map((item) => item.productId))) {
    const product = products.get(productId)
    if (product?.status !== 'on_sale') return new AppError('product_gone', { name: product?.name ?? unknownProductName })
    const ordered = items.filter((item) => item.productId === productId)
    const violations = ordered.map(({ size }) => validateSize({ product, size }))
    const violation = violations.find(Boolean) ?? validateStock({ items: ordered, products })
    if (violation) return violation
  }
}

/** The first reason why these items cannot be ordered for what was shown, in the order of the items; undefined when they can. */
export function validateOrder({ items, products, adjustments = [], ...shown }: ExpectedItems): AppError | undefined {
  const violation = validateItems({ items, products })
  if (violation) return violation
  const totals = calculateOrder({ lines: toLineItems({ items, products }), adjustments })
  return isShownAmount({ ...totals, ...shown }) ? undefined : new AppError('prices_changed')
}
