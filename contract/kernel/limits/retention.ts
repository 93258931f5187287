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
  /** counts of the requests of assistants */
  assistantRequestDays: 90,
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
  /** a message to the shop, after it was settled */
  ticketDays: 365,
  /** name and phone of a payment that an administrator has resolved, and the provider's messages */
  resolvedPaymentDays: 365,
  paymentEventDays: 365,
  /** what administrators have changed about cash on delivery of a person */
  codPersonEventDays: 365,
  /** a card checkout that was never paid */
  unpaidCheckoutDays: 30,
  /** a request for a stock notification: while its address is not confirmed, after the mail, and in total */
  unconfirmedRestockDays: 7,
  notifiedRestockDays: 30,
  restockDays: 365,
  /** a UPI id or bank account, after the refund was paid */
  payoutDetailDays: 30,
  /** another address or phone number after a failed delivery, when nothing says that the parcel has arrived */
  deliveryAnswerDays: 60,
  /** an order that an administrator has begun to enter, after it was saved */
  orderDraftDays: 30,
  /** where the visit of an order comes from; the sums of days stay */
  referralDays: 90,
  /** the browser of an order whose shopper agrees that advertising companies are told, when it was not told before */
  purchaseReportDays: 90,
  /** events that other programs can read, with what was sent */
  eventDays: 30,
  /** what administrators have done */
  activityDays: 1_095,
  /** what a courier has said about a parcel */
  courierMessageDays: 30,
  /** photos of a return */
  returnPictureDays: 365,
} as const

/** Days until a request about personal data must be answered: DPDP Rules 2025; grievances: E-Commerce Rules 2020. */
export const answerDays = { access: 90, correction: 90, erasure: 90, grievance: 30 } as const

/** The version of the texts that ask for a consent, stored with each decision. It changes with the texts. */
export const consentTextVersion = '2026-11-23'

/** The same of the text that asks with an order. */
export const purchaseReportTextVersion = '2026-11-29'
