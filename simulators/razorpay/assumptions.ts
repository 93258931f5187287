/**
 * What Razorpay's public documents leave open, or state in two ways. Each value is this simulator's choice; when a real test
 * account behaves differently, change it here.
 */

/** Where the checkout frame is served. Razorpay uses this path; its query string and content are not documented. */
export const FRAME_PATH = '/v1/checkout/public'

/** Base path of the frame's own calls, which are private to Razorpay's checkout. */
export const FRAME_CALLS_PATH = '/v1/standard_checkout'

/** Exponential backoff "for 24 hours"; the steps are not published. */
export function getRetryDelaySeconds({ failedAttempts }: { failedAttempts: number }): number {
  return Math.min(60 * 2 ** (failedAttempts - 1), 4 * 3600)
}

/** "No reply for about 10 minutes" ends a payment that is neither paid nor declined. */
export const PAYMENT_TIMEOUT_SECONDS = 600

/** The account's default: payments are captured automatically; later authorizations can be captured by hand until they expire. */
export const ACCOUNT_CAPTURE = { mode: 'automatic', automaticExpiryMinutes: 4320, manualExpiryMinutes: 4320 } as const

/** "default 7200" of an order's own `payment.capture_options`; the default of the automatic period is not given. */
export const ORDER_EXPIRY_MINUTES = 7200

/** The limit depends on the account and the method; an order may have the highest of them. */
export const MAX_PAISE = { order: 50_000_000, card: 50_000_000, netbanking: 50_000_000, upi: 10_000_000 } as const

/** How long a refund stays pending. The documents give days until the money arrives, which is later. */
export const PENDING_REFUND_SECONDS = 15 * 60

/** "T+3 business days" for a chargeback; the simulator counts days. A dispute that is not answered by then is lost. */
export const DISPUTE_RESPONSE_SECONDS = 3 * 24 * 3600

/** "Older than 6 months" cannot be refunded. */
export const REFUNDABLE_DAYS = 182

/** Fee on a captured payment: 2 %, plus 18 % GST on the fee. Card payments up to this amount are free of GST. */
export const CARD_TAX_FREE_PAISE = 200_000

/** Captured payments and processed refunds are settled this many days later; Razorpay's usual cycle. */
export const SETTLEMENT_DAYS = 2

/** Error texts that no public page shows word for word. */
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
  notesInvalid: 'The notes must be an array or object.',
  noteTooLong: (key: string) => `The notes.${key} may not be greater than 256 characters.`,
  orderPaid: 'Payment could not be processed as the order is already paid.',
  orderAuthorized: 'Payment could not be processed as the order already has an authorized payment.',
  receiptTooLong: 'The receipt may not be greater than 40 characters.',
  required: (field: string) => `The ${field} field is required.`,
  serverError: 'We are facing some trouble completing your request at the moment. Please try again shortly.',
  speedInvalid: 'The speed must be normal or optimum.',
  tooManyNotes: 'The notes may not have more than 15 items.',
  refundInProgress: 'Request with the same idempotency key is already in progress.',
  upiCollectEnded: 'Payments by UPI ID have ended. Scan the QR code instead.',
  tooManyRequests: 'Request failed. Please try after sometime.',
} as const
