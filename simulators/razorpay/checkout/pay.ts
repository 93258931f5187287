import { createBadRequest } from '../api/errors.ts'
import { MAX_PAISE, TEXTS } from '../assumptions.ts'
import type { Card, Method, Notes, Order, Payment } from '../entities.ts'
import { generateId } from '../ids.ts'
import { assertPayable } from '../orders.ts'
import { authorizePayment, failPayment, openPayment } from '../payments.ts'
import { type SimulatorState, takeRule } from '../state.ts'
import { BANKS, findTestCard, PAYMENT_ERRORS, type PaymentError } from '../test-instruments.ts'
import { signCheckout } from '../webhooks/sign.ts'

export type Instrument =
  | { readonly method: 'card'; readonly number: string }
  | { readonly method: 'upi' }
  | { readonly method: 'netbanking'; readonly bank: string }

export interface Buyer {
  readonly email: string | null
  readonly contact: string | null
  readonly description: string | null
  readonly notes: Notes
}

/** Creates a payment that waits for the bank. Accepts published test cards and known banks only. */
export function startPayment({
  state,
  order,
  instrument,
  buyer,
}: {
  state: SimulatorState
  order: Order
  instrument: Instrument
  buyer: Buyer
}): Payment {
  assertPayable({ state, order })
  if (order.amount > MAX_PAISE[instrument.method]) throw createBadRequest({ description: TEXTS.maximumAmount, field: 'amount' })
  const payment: Payment = {
    ...parseInstrument({ instrument }),
    ...buyer,
    id: generateId({ prefix: 'pay' }),
    orderId: order.id,
    amount: order.amount,
    currency: order.currency,
    createdAt: state.clock.seconds(),
    plannedOutcome: takeRule({ rules: state.plannedOutcomes, matches: () => true })?.outcome ?? null,
    status: 'created',
    amountRefunded: 0,
    captured: false,
    fee: null,
    tax: null,
    error: null,
    authorizedAt: null,
    capturedAt: null,
    autoCaptured: false,
    lateAuthorized: false,
    dismissed: false,
  }
  openPayment({ state, payment })
  return payment
}

type InstrumentFields = Pick<Payment, 'method' | 'card' | 'bank' | 'instrumentError' | 'acquirerData'>

function parseInstrument({ instrument }: { instrument: Instrument }): InstrumentFields {
  const base: InstrumentFields = {
    method: instrument.method,
    card: null,
    bank: null,
    instrumentError: null,
    acquirerData: {},
  }
  if (instrument.method === 'card') return { ...base, ...parseCard(instrument), acquirerData: { auth_code: null } }
  if (instrument.method === 'netbanking') {
    if (!BANKS.some((bank) => bank.code === instrument.bank))
      throw createBadRequest({ description: 'The selected bank is invalid.', field: 'bank' })
    return { ...base, bank: instrument.bank, acquirerData: { bank_transaction_id: null } }
  }
  return { ...base, acquirerData: { rrn: null } }
}

/** Stores the last four digits and the network only. */
function parseCard({ number }: { number: string }): { card: Card; instrumentError: PaymentError | null } {
  const test = findTestCard({ number })
  if (!test) throw createBadRequest({ description: TEXTS.notATestCard, field: 'number' })
  const { network, international } = test
  const card: Card = {
    id: generateId({ prefix: 'card' }),
    last4: test.number.slice(-4),
    network,
    type: network === 'RuPay' ? 'debit' : 'credit',
    issuer: null,
    international,
  }
  return { card, instrumentError: test.error && PAYMENT_ERRORS[test.error] }
}

export type Decision = 'success' | 'failure' | 'wrong_otp'

/** Applies the answer of the bank or the UPI app. A planned outcome overrides it; an error card fails with its own error. */
export function answerPayment({ state, payment, decision }: { state: SimulatorState; payment: Payment; decision: Decision }): void {
  const { plannedOutcome: planned } = payment
  if (planned?.outcome === 'no_answer' || planned?.outcome === 'late_success') return
  const succeeds = planned ? planned.outcome === 'success' : decision === 'success'
  if (succeeds) {
    if (payment.status === 'created') authorizePayment({ state, payment })
    return
  }
  const error = planned?.error ?? payment.instrumentError ?? getDefaultError({ method: payment.method, decision })
  failPayment({ state, payment, error })
}

function getDefaultError({ method, decision }: { method: Method; decision: Decision }): PaymentError {
  if (decision === 'wrong_otp') return PAYMENT_ERRORS.invalid_otp
  if (method === 'upi') return PAYMENT_ERRORS.upi_failed
  return PAYMENT_ERRORS.payment_failed
}

/** In test mode any OTP of 4 to 10 digits passes. */
export function checkOtp({ otp }: { otp: string }): Decision {
  return /^\d{4,10}$/.test(otp.trim()) ? 'success' : 'wrong_otp'
}

/** The buyer closed the form before the bank answered: the payment stays open until it times out. */
export function dismissPayment({ payment }: { payment: Payment }): void {
  if (payment.status === 'created') payment.dismissed = true
}

/** What the browser receives: on success the three signed fields, on failure the error. */
export function serializeResult({ state, payment }: { state: SimulatorState; payment: Payment }) {
  if (payment.plannedOutcome?.notifyBrowser === false || payment.status === 'created') return { status: 'waiting' as const }
  if (payment.error) {
    const { code, description, source, step, reason } = payment.error
    const metadata = { order_id: payment.orderId, payment_id: payment.id }
    return { status: 'failed' as const, error: { code, description, source, step, reason, metadata } }
  }
  const razorpay_signature = signCheckout({ orderId: payment.orderId, paymentId: payment.id, keySecret: state.start.key.keySecret })
  return { status: 'paid' as const, response: { razorpay_payment_id: payment.id, razorpay_order_id: payment.orderId, razorpay_signature } }
}
