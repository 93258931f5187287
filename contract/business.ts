/** The constants of the business, each with its unit. Policy pages, screens and server all read them here. */

export const currency = 'INR'
export const sizes = ['M', 'L', 'XL', 'XXL'] as const
export type Size = (typeof sizes)[number]

/** Categories as stored, with the titles that shoppers see. */
export const categories = {
  TEE: { title: 'Elite Tee', plural: 'Tees' },
  JOGGER: { title: 'Jogger', plural: 'Joggers' },
  HOODIE: { title: 'Discounted Pack', plural: 'Hoodie packs' },
  DENIM: { title: 'Denim', plural: 'Denim cargos' },
} as const
export type Category = keyof typeof categories
export const categoryNames = Object.keys(categories) as Category[]

/** Matches a category name, trimmed and in any case. */
export function parseCategory(text: string): Category | undefined {
  const name = text.trim().toUpperCase()
  return categoryNames.find((category) => category === name)
}

/** Sort orders of a product listing. */
export const sorts = ['newest', 'price-asc', 'price-desc'] as const
export type Sort = (typeof sorts)[number]

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

/** Up to these an order that is paid on delivery needs no confirmation. */
export const confirmationLimits = {
  maxRupees: 5_000,
  maxItems: 5,
  /** of one phone, paid on delivery and not delivered yet */
  maxOpenOrders: 2,
} as const

/** Minutes for which a card checkout holds its stock. */
export const holdMinutes = 15

/** Seconds in which an administrator can undo a change of an order's status. Its mail and its refund are sent afterwards. */
export const undoSeconds = 15

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
  productName: 120,
  userName: 60,
  reason: 200,
  resolutionNote: 500,
} as const

/** The figures of the policy pages. */
export const policy = {
  returnWindowDays: 7,
  reverseShippingFeeRupees: 100,
  prepaidRefundWorkingDays: [1, 2],
  prepaidRefundShowsDays: [5, 7],
  /** the provider returns a payment that is not collected after 5 days, and the bank takes 5 to 7 working days */
  uncollectedReturnsDays: 14,
  codRefundWorkingDays: 7,
  pickupWorkingDays: [2, 3],
  dispatchHours: [24, 48],
  /** from the order date: the one promise of all texts */
  deliveryDays: [5, 7],
  /** after dispatch; only for the message that confirms a guest's order (spec §9) */
  guestDeliveryDays: 4,
  serviceHours: { from: '09:00', to: '20:00', days: 'Monday to Saturday' },
} as const

/** How long personal data is stored, in days, as the privacy policy states. */
export const retention = {
  /** without use, and in total */
  sessionDays: 30,
  maxSessionDays: 180,
  adminSessionHours: 12,
  maxAdminSessionDays: 7,
  /** the cookie of a device that has signed in before */
  deviceDays: 400,
  /** single page views; their daily totals are never deleted */
  visitDays: 30,
  /** mails as files, without a mail server */
  mailFileDays: 30,
  /** guest orders in the browser they were placed with */
  placedOrderDays: 30,
} as const

export const uploads = {
  hintMegabytes: 10,
  maxMegabytes: 25,
  maxMegapixels: 50,
} as const

/** Characters of a new account's PIN. Signing in never checks the length. */
export const pinLength = { min: 4, max: 64 } as const
