/** Why a payment failed: the `error_*` fields of a payment and the error of the `payment.failed` callback. */
export interface PaymentError {
  readonly code: 'BAD_REQUEST_ERROR' | 'GATEWAY_ERROR'
  readonly description: string
  readonly source: string
  readonly step: string
  readonly reason: string
}

function createError(reason: string, description: string, more: Partial<PaymentError> = {}): PaymentError {
  return { code: 'BAD_REQUEST_ERROR', description, source: 'bank', step: 'payment_authorization', reason, ...more }
}

const UNCLEAR = 'Your payment did not go through due to a temporary issue. Any debited amount will be refunded in 4-5 business days.'

/** Reasons and descriptions are from Razorpay's pages on test cards and error codes; sources and steps are inferred. */
export const PAYMENT_ERRORS = {
  payment_timed_out: createError('payment_timed_out', 'Your payment could not be completed due to a temporary issue. Try again later.', {
    source: 'customer',
    step: 'payment_authentication',
  }),
  insufficient_fund: createError(
    'insufficient_fund',
    'Your payment could not be completed due to insufficient account balance. Try another card or payment method.',
  ),
  payment_cancelled: createError('payment_cancelled', 'Your payment has been cancelled. Try again or complete the payment later.', {
    source: 'customer',
    step: 'payment_authentication',
  }),
  card_declined: createError(
    'card_declined',
    'Your payment did not go through as it was declined by the bank. Try another payment method or contact your bank.',
  ),
  card_disabled_for_online_payments: createError(
    'card_disabled_for_online_payments',
    'Your card is disabled for online payments. Please reach to your bank or try with another card.',
  ),
  card_number_invalid: createError('card_number_invalid', 'You have entered an incorrect card number. Try again.', {
    source: 'customer',
    step: 'payment_initiation',
  }),
  gateway_technical_error: createError('gateway_technical_error', UNCLEAR, {
    code: 'GATEWAY_ERROR',
    source: 'gateway',
    step: 'payment_authorization',
  }),
  authentication_failed: createError(
    'authentication_failed',
    'Your payment could not be completed due to incorrect OTP or verification details. Try another payment method or contact your bank for details.',
    { code: 'GATEWAY_ERROR', source: 'customer', step: 'payment_authentication' },
  ),
  invalid_otp: createError('invalid_otp', 'Authentication failed due to incorrect otp', {
    source: 'customer',
    step: 'payment_authentication',
  }),
  payment_failed: createError('payment_failed', 'Payment failed', { source: 'bank' }),
  upi_failed: createError(
    'payment_failed',
    'Payment was unsuccessful due to a temporary issue. If amount got deducted, it will be refunded within 5-7 working days.',
    { source: 'gateway', step: 'payment_response' },
  ),
} as const satisfies Record<string, PaymentError>

export type PaymentErrorName = keyof typeof PAYMENT_ERRORS

export const PAYMENT_ERROR_NAMES = Object.keys(PAYMENT_ERRORS) as PaymentErrorName[]

export interface TestCard {
  readonly number: string
  readonly network: string
  readonly international: boolean
  readonly error: PaymentErrorName | null
}

function card(network: string, number: string, error: PaymentErrorName | null = null, international = false): TestCard {
  return { number, network, international, error }
}

/** The accepted cards: those that Razorpay publishes for test mode. */
export const TEST_CARDS: readonly TestCard[] = [
  card('Visa', '4100280000001007'),
  card('MasterCard', '5500670000001002'),
  card('RuPay', '6527658900001005'),
  card('Diners Club', '36082800091007'),
  card('American Express', '340256000401007'),
  card('Visa', '4012888888881881', null, true),
  card('MasterCard', '5555555555554444', null, true),
  card('Visa', '4100280000090000', 'payment_timed_out'),
  card('MasterCard', '5305620000060000', 'payment_timed_out'),
  card('Visa', '4100280000080001', 'insufficient_fund'),
  card('MasterCard', '5305620000050001', 'insufficient_fund'),
  card('Visa', '4100280000070002', 'payment_cancelled'),
  card('MasterCard', '5305620000040002', 'payment_cancelled'),
  card('Visa', '4100280000060003', 'card_declined'),
  card('Visa', '4100280000050004', 'card_declined'),
  card('Visa', '4100280000040005', 'card_declined'),
  card('MasterCard', '5305620000030003', 'card_declined'),
  card('MasterCard', '5305620000020004', 'card_declined'),
  card('MasterCard', '5305620000010005', 'card_declined'),
  card('Visa', '4100280000030006', 'card_disabled_for_online_payments'),
  card('MasterCard', '5305620000000006', 'card_disabled_for_online_payments'),
  card('Visa', '4100280000010008', 'card_number_invalid'),
  card('MasterCard', '5305620000080008', 'card_number_invalid'),
  card('Visa', '4100280000020007', 'gateway_technical_error'),
  card('MasterCard', '5305620000090007', 'gateway_technical_error'),
  card('Visa', '4100280000000009', 'authentication_failed'),
  card('MasterCard', '5305620000070009', 'authentication_failed'),
]

export function findTestCard({ number }: { number: string }): TestCard | undefined {
  const digits = number.replace(/\D/g, '')
  return TEST_CARDS.find((candidate) => candidate.number === digits)
}

export const BANKS: readonly { readonly code: string; readonly name: string }[] = [
  { code: 'HDFC', name: 'HDFC Bank' },
  { code: 'ICIC', name: 'ICICI Bank' },
  { code: 'SBIN', name: 'State Bank of India' },
  { code: 'UTIB', name: 'Axis Bank' },
  { code: 'KKBK', name: 'Kotak Mahindra Bank' },
  { code: 'YESB', name: 'Yes Bank' },
  { code: 'PUNB_R', name: 'Punjab National Bank' },
]
