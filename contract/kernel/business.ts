/** The constants of the business, each with its unit. Policy pages, screens and server all read them here. */

import { lowStock } from './limits/quantities.ts'

// Each constant of these files is an export of its own, so that the bundler puts it only into the screens that use it.
export * as maxLengths from './limits/max-lengths.ts'
export * as paging from './limits/paging.ts'
export * as quantities from './limits/quantities.ts'
export * as timings from './limits/timings.ts'

export const currency = 'INR'
/** The sizes of a product with one stock. A product with stock by size has sizes of its own. */
export const sizes: readonly Size[] = ['M', 'L', 'XL', 'XXL']
export type Size = string
/** the most sizes that a product can have */
export const maxSizes = 30

/** The key of a category as shoppers may type it: trimmed and in any case. */
export const toCategoryKey = (text: string): string => text.trim().toUpperCase()

/** Sort orders of a product listing. `relevance` is of a search; without one it is `newest`. */
export const sorts = ['relevance', 'newest', 'popular', 'price-asc', 'price-desc'] as const
export type Sort = (typeof sorts)[number]

/** The sort of a listing that asks for none. */
export const findDefaultSort = (q: string): Sort => (q === '' ? 'newest' : 'relevance')

/** Days whose orders make a product popular. */
export const popularityDays = 90

/** The price filters of a listing, in rupees. */
export const priceBands = {
  '0-999': { label: 'Under ₹1,000', minPrice: undefined, maxPrice: 999.99 },
  '1000-1999': { label: '₹1,000 to ₹1,999', minPrice: 1000, maxPrice: 1999.99 },
  '2000-': { label: '₹2,000 and above', minPrice: 2000, maxPrice: undefined },
} as const
export type PriceBand = keyof typeof priceBands
export const priceBandNames = Object.keys(priceBands) as PriceBand[]

/** The smallest amount that the payment provider accepts, in rupees. */
export const minCardRupees = 1

/** Days for which a link that completes an address is valid. */
export const addressLinkDays = 14

/** Days for which a link that answers a failed delivery is valid. */
export const deliveryLinkDays = 14

/** Days for which a link that confirms an order, or pays it online, is valid. */
export const confirmationLinkDays = 14

/** Days for which a link that adds an order to an account is valid. */
export const accountLinkDays = 90

/** Minutes for which a card checkout holds its stock. */
export const holdMinutes = 15

/** Online payments of guests that are open at once and hold stock, and for how long, until an administrator changes it. */
export const guestHolds = { maxCheckouts: 2, ipMaxCheckouts: 30, minutes: 10 } as const

/** Seconds in which an administrator can undo a change of an order's status. Its mail and its refund are sent afterwards. */
export const undoSeconds = 15

/** Days after the delivery in which couriers pay what they collected. After that, a payment is missing. */
export const remittanceDays = 10

export const loaderAttempts = 3

/** Whether 'Only n left' is shown. */
export const isLowStock = (stock: number): boolean => stock > 0 && stock <= lowStock

/** Orders on pick lists, packing slips and labels that are printed together. */
export const maxPrintedOrders = 200

/** Until an administrator enters another one: a folded shirt in a courier's bag, below the half kilogram of the smallest tariff. */
export const usualParcel = { itemWeightGrams: 300, boxCm: [28, 22, 4] } as const
