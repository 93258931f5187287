import { returnWindowDays, serviceHours } from '../business.ts'

// Apart from business.ts, because the storefront's first script needs none of them.

/** The figures of the policy pages. */
export const policy = {
  returnWindowDays,
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
  serviceHours,
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
  /** messages that could not be sent */
  givenUpMailDays: 90,
  /** guest orders in the browser they were placed with */
  placedOrderDays: 30,
  /** an account after its deletion was requested, and its name after the deletion */
  deletionGraceDays: 7,
  retiredNameDays: 365,
  /** after it was answered */
  dataRequestDays: 365,
  /** name and phone of a payment that an administrator has resolved, and the provider's messages */
  resolvedPaymentDays: 365,
  paymentEventDays: 365,
  /** a card checkout that was never paid */
  unpaidCheckoutDays: 30,
  /** a request for a stock notification: while its address is not confirmed, after the mail, and in total */
  unconfirmedRestockDays: 7,
  notifiedRestockDays: 30,
  restockDays: 365,
} as const

/** Days until a request about personal data must be answered: DPDP Rules 2025; grievances: E-Commerce Rules 2020. */
export const answerDays = { access: 90, correction: 90, erasure: 90, grievance: 30 } as const

/** Of the texts that ask for a consent, stored with each decision. Changes with them. */
export const consentTextVersion = '2026-11-22'

export const uploads = {
  hintMegabytes: 10,
  maxMegabytes: 25,
  maxMegapixels: 50,
  /** of one product */
  maxPictures: 8,
} as const

/** How long links and codes in mails of an account work, and how often they are sent. */
export const accountMails = {
  linkMinutes: 30,
  codeMinutes: 10,
  codeAttempts: 5,
  /** before a code is replaced by a new one */
  codeIntervalSeconds: 60,
  /** links of one account, and links to one address */
  linksPerDay: 5,
  /** of one account */
  codesPerDay: 10,
} as const

/** Characters of a new account's PIN. Signing in never checks the length. */
export const pinLength = { min: 4, max: 64 } as const

/** Up to these an order that is paid on delivery needs no confirmation. */
export const confirmationLimits = {
  maxRupees: 5_000,
  maxItems: 5,
  /** paid on delivery: of one phone and not delivered yet, or of one device or IP address and not confirmed yet */
  maxOpenOrders: 2,
} as const
