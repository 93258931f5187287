/** The constants of the business, each with its unit. Policy pages, screens and server all read them here. */

export const currency = 'INR'
/** The sizes of a product with one stock. A product with stock by size has sizes of its own. */
export const sizes: readonly Size[] = ['M', 'L', 'XL', 'XXL']
export type Size = string
/** of one product */
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

export const paging = {
  /** of every product listing */
  productsPerPage: 7,
  /** `limit` of GET /products/getAll */
  productsDefaultLimit: 20,
  productsMaxLimit: 100,
  /** products before the last page that a list shows: skipping them costs time */
  maxProductOffset: 10_000,
  /** sliced in the browser */
  cardOrdersPerPage: 2,
  /** sliced by the server */
  codOrdersPerPage: 10,
  /** of all kinds, sliced by the server */
  myOrdersPerPage: 10,
  adminOrdersPerPage: 10,
  adminUsersPerPage: 30,
  customersPerPage: 20,
  /** of GET /order/getorder, newest first */
  maxCardOrders: 500,
} as const

/** Milliseconds. */
export const timings = {
  requestTimeout: 10_000,
  loaderTimeout: 5_000,
  listingSpinner: 1_000,
  loginRedirect: 1_000,
  inputDebounce: 300,
  shortToast: 1_000,
  toast: 3_000,
  longToast: 5_000,
} as const

/** The smallest amount that the payment provider accepts, in rupees. */
export const minCardRupees = 1

/** Days for which a link that completes an address is valid. */
export const addressLinkDays = 14

/** Days for which a link that confirms an order is valid. */
export const confirmationLinkDays = 14

/** Minutes for which a card checkout holds its stock. */
export const holdMinutes = 15

/** Seconds in which an administrator can undo a change of an order's status. Its mail and its refund are sent afterwards. */
export const undoSeconds = 15

/** Days after the delivery in which couriers pay what they collected. After that, a payment is missing. */
export const remittanceDays = 10

export const loaderAttempts = 3

export const quantities = {
  addedToCart: 1,
  min: 1,
  /** of one order line; high enough for any family */
  max: 99,
  /** of one order */
  maxLines: 50,
  /** products that a shopper can save for later */
  maxSaved: 200,
  /** delivery addresses that a shopper can save */
  maxAddresses: 20,
  /** 'Only n left' is shown at or below this stock */
  lowStock: 5,
  /** of one product */
  maxStock: 1_000_000,
} as const

/** Whether 'Only n left' is shown. */
export const isLowStock = (stock: number): boolean => stock > 0 && stock <= quantities.lowStock

/** Characters that a field may have, where the browser limits it too. */
export const maxLengths = {
  search: 200,
  adminSearch: 100,
  userAgent: 1_000,
  orderNumber: 40,
  trackingPhone: 40,
  trackingToken: 200,
  email: 254,
  productName: 120,
  colour: 40,
  fabric: 40,
  country: 60,
  pictureText: 200,
  size: 20,
  sku: 40,
  userName: 60,
  reason: 200,
  resolutionNote: 500,
  trackingNumber: 40,
  trackingUrl: 500,
  /** characters of lines that are pasted or uploaded */
  pastedText: 150_000,
  requestDetails: 1_000,
  orderNote: 1_000,
} as const

/** Orders on pick lists, packing slips and labels that are printed together. */
export const maxPrintedOrders = 200

/** Days after the delivery in which items can be returned. */
export const returnWindowDays = 7

/** Of customer service. */
export const serviceHours = { from: '09:00', to: '20:00', days: 'Monday to Saturday' } as const
