/**
 * What the public documents of Razorpay do not say, or say in two ways. Each value here is the simulator's own choice; when
 * a real test account shows otherwise, this file is the only one to change. Numbers carry their unit in their name.
 */

/** Where the checkout frame lives. Razorpay's own page has this path; its query and its inside are not documented. */
export const FRAME_PATH = '/v1/checkout/public'

/** The calls that the frame makes to create and answer a payment are private to Razorpay's checkout. */
export const FRAME_CALLS_PATH = '/v1/standard_checkout'

/** `x-razorpay-event-id` is opaque; the only promise is that a retry carries the same one. */
export const EVENT_ID_PREFIX = ''

/** Exponential backoff "for 24 hours"; the steps are not published. Counted from the attempt that failed. */
export function waitBeforeRetrySeconds({ failedAttempts }: { failedAttempts: number }): number {
  return Math.min(60 * 2 ** (failedAttempts - 1), 4 * 3600)
}

/** The table of states couples a created payment with a created order, so an unanswered payment leaves the order alone. */
export const CREATED_PAYMENT_MOVES_ORDER_TO_ATTEMPTED = false

/** "No reply for about 10 minutes" ends an unanswered payment; a payment that the buyer left at the bank ends the same way. */
export const UNANSWERED_PAYMENT_FAILS_AFTER_SECONDS = 600

/** The account's default: everything is captured; a payment authorised too late for that can be captured by hand until it expires. */
export const ACCOUNT_CAPTURE = { mode: 'automatic', automaticExpiryMinutes: 4320, manualExpiryMinutes: 4320 } as const

/** "default 7200" of an order's own `payment.capture_options`; the automatic period's default is not given. */
export const ORDER_AUTOMATIC_EXPIRY_MINUTES = 7200
export const ORDER_MANUAL_EXPIRY_MINUTES = 7200

/** Duplicate receipts: the text says unique, the documents' own sample shows a repeated one. */
export const RECEIPTS_ARE_UNIQUE = true

/** `amount_less_than_minimum_amount` is in the newer error index; older pages say "The amount must be at least INR 1.00". */
export const MINIMUM_AMOUNT_ERROR: 'index' | 'older' = 'index'

/** The limit belongs to the account and the method; orders are refused above the highest of them. */
export const MAXIMUM_PAISE = { order: 50_000_000, card: 50_000_000, netbanking: 50_000_000, upi: 10_000_000 } as const

/** The documents' samples show a normal refund that is `processed` at once; `pending` is possible and can be chosen by a test. */
export const REFUND_PROCESSING: 'processed' | 'pending' = 'processed'

/** How long a refund stays pending when it was made so. */
export const PENDING_REFUND_SECONDS = 5 * 24 * 3600

/** What ends a refund's chance: "older than 6 months". */
export const REFUNDABLE_DAYS = 182

/** "In test mode a UPI cancel becomes a success": read as a cancelled request to a UPI ID, not as closing an unscanned QR. */
export const UPI_ID_CANCEL_BECOMES_SUCCESS = true

/** With a handler and a callback_url but no `redirect: true`, the handler is called. */
export const HANDLER_WINS_OVER_CALLBACK_URL = true

/** `rzp.close()` is not described for the web; here it counts as a dismissal. */
export const CLOSING_BY_CODE_DISMISSES = true

/** Small domestic card payments show no tax in the samples; India frees cards up to this amount from GST on the fee. */
export const CARD_TAX_FREE_PAISE = 200_000

/** Texts of errors that no public page shows word for word. */
export const TEXTS = {
  alreadyCaptured: 'This payment has already been captured',
  amountMismatch: 'Your payment amount is different from your order amount. To pay successfully, please try using right amount.',
  balanceTooLow: 'Your account does not have enough balance to carry out the refund operation.',
  captureNotAuthorized: 'Only payments which have been authorized and not yet captured can be captured',
  countTooLarge: 'The count may not be greater than 100.',
  currencyUnsupported: 'Currency is not supported',
  expiryTooShort: 'The automatic expiry period must be at least 12 minutes.',
  idempotencyKeyInvalid:
    'The idempotency key must be at least 10 characters and may contain letters, digits, hyphens and underscores only.',
  jsonInvalid: 'The request body could not be read.',
  maximumAmount: 'Amount exceeds maximum amount allowed.',
  notATestCard: 'Only the published test cards work here. Choose one of them.',
  notATestUpiId: 'Only success@razorpay and failure@razorpay work here.',
  notesInvalid: 'The notes must be an array or object.',
  noteTooLong: (key: string) => `The notes.${key} may not be greater than 256 characters.`,
  orderPaid: 'Payment could not be processed as the order is already paid.',
  orderAuthorized: 'Payment could not be processed as the order already has an authorized payment.',
  receiptTooLong: 'The receipt may not be greater than 40 characters.',
  required: (field: string) => `The ${field} field is required.`,
  serverError: 'We are facing some trouble completing your request at the moment. Please try again shortly.',
  speedInvalid: 'The speed must be normal or optimum.',
  tooManyNotes: 'The notes may not have more than 15 items.',
  tooManyRequests: 'Request failed. Please try after sometime.',
} as const
