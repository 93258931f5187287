/** The shop's numbers, each with its unit. Policy pages, screens and server all read them here. */

export const currency = 'INR'
export const sizes = ['M', 'L', 'XL', 'XXL'] as const
export type Size = (typeof sizes)[number]

/** Categories as stored, with the words that shoppers see. */
export const categories = {
  TEE: { title: 'Elite Tee', plural: 'Tees' },
  JOGGER: { title: 'Jogger', plural: 'Joggers' },
  HOODIE: { title: 'Discounted Pack', plural: 'Hoodie packs' },
  DENIM: { title: 'Denim', plural: 'Denim cargos' },
} as const
export type Category = keyof typeof categories
export const categoryNames = Object.keys(categories) as Category[]

/** Matches a category as a person or an old record may write it: trimmed, any case. */
export function parseCategory(text: string): Category | undefined {
  const name = text.trim().toUpperCase()
  return categoryNames.find((category) => category === name)
}

export const paging = {
  /** products on a page of any listing */
  productsPerPage: 7,
  /** default and largest `limit` of GET /products/getAll */
  productsDefaultLimit: 20,
  productsMaxLimit: 100,
  /** card orders on a page of the shopper's list, sliced in the browser */
  cardOrdersPerPage: 2,
  /** cash-on-delivery orders on a page, cut by the server */
  codOrdersPerPage: 10,
  adminOrdersPerPage: 10,
  adminUsersPerPage: 30,
  /** newest card orders that a shopper's list holds */
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

/** The payment provider takes no less, in rupees. */
export const minCardRupees = 1

/** Minutes that a card checkout holds its stock. */
export const holdMinutes = 15

export const loaderAttempts = 3

export const quantities = {
  addedToCart: 1,
  min: 1,
  /** most pieces in one order line: stops a script, not a family */
  max: 99,
  /** most lines in one order */
  maxLines: 50,
  /** at or under this stock the shop says 'Only n left' */
  lowStock: 5,
} as const

/** Days, hours and rupees of the written policies. */
export const policy = {
  returnWindowDays: 7,
  reverseShippingFeeRupees: 100,
  prepaidRefundWorkingDays: [1, 2],
  prepaidRefundShowsDays: [5, 7],
  codRefundWorkingDays: 7,
  pickupWorkingDays: [2, 3],
  dispatchHours: [24, 48],
  deliveryDays: [5, 7],
  guestDeliveryDays: 4,
  serviceHours: { from: '09:00', to: '20:00', days: 'Monday to Saturday' },
} as const

/** Days that the shop keeps what the privacy policy names. */
export const retention = {
  /** a session without use, and at the very most */
  sessionDays: 30,
  maxSessionDays: 180,
  /** the cookie by which a device is known to have signed in before */
  deviceDays: 400,
  /** the record of a page view; a year and a month, so that a season can be compared with the last one */
  visitDays: 400,
} as const

export const uploads = {
  hintMegabytes: 10,
  limitMegabytes: 25,
} as const
