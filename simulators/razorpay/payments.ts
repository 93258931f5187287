import { createBadRequest, createMalformedIdError, createUnknownIdError } from './api/errors.ts'
import { type Fields, parseAmount, parseCurrency, rejectExtraFields } from './api/parse-fields.ts'
import { CARD_TAX_FREE_PAISE, PAYMENT_TIMEOUT_SECONDS, TEXTS } from './assumptions.ts'
import type { Order, Payment } from './entities.ts'
import { generateDigits, generateToken, isId } from './ids.ts'
import { refundByProvider } from './refunds.ts'
import type { SimulatorState } from './state.ts'
import { PAYMENT_ERRORS, type PaymentError } from './test-instruments.ts'
import { emitEvent } from './webhooks/emit-event.ts'

/** Throws for a malformed or unknown id. */
export function findPayment({ state, id }: { state: SimulatorState; id: string }): Payment {
  if (!isId({ prefix: 'pay', id })) throw createMalformedIdError({ id })
  const payment = state.payments.get(id)
  if (!payment) throw createUnknownIdError()
  return payment
}

function getOrder({ state, payment }: { state: SimulatorState; payment: Payment }): Order {
  const order = state.orders.get(payment.orderId)
  if (!order) throw createUnknownIdError()
  return order
}

/** Stores a new payment. It fails by itself after `PAYMENT_TIMEOUT_SECONDS` without an answer. */
export function openPayment({ state, payment }: { state: SimulatorState; payment: Payment }): void {
  state.payments.set(payment.id, payment)
  scheduleTimeout({ state, payment })
}

export function scheduleTimeout({ state, payment }: { state: SimulatorState; payment: Payment }): void {
  const seconds = payment.createdAt + PAYMENT_TIMEOUT_SECONDS - state.clock.seconds()
  state.clock.schedule({ seconds: Math.max(seconds, 0), run: () => expirePayment({ state, payment }) })
}

/** An authorization that is not captured in time is refunded. */
export function scheduleLapse({ state, payment, order }: { state: SimulatorState; payment: Payment; order: Order }): void {
  const seconds = payment.createdAt + order.capture.manualExpiryMinutes * 60 - state.clock.seconds()
  state.clock.schedule({
    seconds: Math.max(seconds, 0),
    run: () => {
      if (payment.status === 'authorized') refundByProvider({ state, payment })
    },
  })
}

/** An order counts a payment as an attempt once the bank has answered. */
function countAttempt({ order }: { order: Order }): void {
  order.attempts += 1
  if (order.status === 'created') order.status = 'attempted'
}

function expirePayment({ state, payment }: { state: SimulatorState; payment: Payment }): void {
  if (payment.status !== 'created') return
  failPayment({ state, payment, error: payment.dismissed ? PAYMENT_ERRORS.payment_cancelled : PAYMENT_ERRORS.payment_timed_out })
  if (payment.plannedOutcome?.outcome !== 'late_success') return
  state.clock.schedule({ seconds: payment.plannedOutcome.lateBySeconds, run: () => authorizePayment({ state, payment }) })
}

/** Does nothing to a payment that is no longer open. */
export function failPayment({ state, payment, error }: { state: SimulatorState; payment: Payment; error: PaymentError }): void {
  if (payment.status !== 'created') return
  countAttempt({ order: getOrder({ state, payment }) })
  payment.status = 'failed'
  payment.error = error
  emitEvent({ state, name: 'payment.failed', payment })
}

/** Authorizes an open or failed payment and captures it if the order's capture rule says so. */
export function authorizePayment({ state, payment }: { state: SimulatorState; payment: Payment }): void {
  if (payment.status !== 'created' && payment.status !== 'failed') return
  const order = getOrder({ state, payment })
  payment.lateAuthorized = payment.status === 'failed'
  if (!payment.lateAuthorized) countAttempt({ order })
  payment.status = 'authorized'
  payment.error = null
  payment.authorizedAt = state.clock.seconds()
  payment.acquirerData = createAcquirerData({ payment })
  emitEvent({ state, name: 'payment.authorized', payment })

  if (order.status === 'paid') {
    // Razorpay refunds the later of two successful payments on one order.
    refundByProvider({ state, payment })
    return
  }
  const ageSeconds = state.clock.seconds() - payment.createdAt
  if (order.capture.mode === 'automatic' && ageSeconds <= order.capture.automaticExpiryMinutes * 60) {
    capturePayment({ state, payment, automatic: true })
    return
  }
  scheduleLapse({ state, payment, order })
}

function createAcquirerData({ payment }: { payment: Payment }): Payment['acquirerData'] {
  if (payment.method === 'card') return { auth_code: generateDigits({ length: 6 }) }
  if (payment.method === 'netbanking') return { bank_transaction_id: generateDigits({ length: 7 }) }
  return { rrn: generateDigits({ length: 12 }), upi_transaction_id: Buffer.from(generateToken()).toString('hex').toUpperCase() }
}

/** Paise. The fee includes the tax (₹5,000: fee 11800, tax 1800). */
function calculateFee({ payment }: { payment: Payment }): { fee: number; tax: number } {
  const charge = Math.round(payment.amount * 0.02)
  const isTaxFree = payment.method === 'card' && payment.amount <= CARD_TAX_FREE_PAISE
  const tax = isTaxFree ? 0 : Math.round(charge * 0.18)
  return { fee: charge + tax, tax }
}

function capturePayment({ state, payment, automatic }: { state: SimulatorState; payment: Payment; automatic: boolean }): void {
  const order = getOrder({ state, payment })
  payment.status = 'captured'
  payment.captured = true
  payment.capturedAt = state.clock.seconds()
  payment.autoCaptured = automatic
  Object.assign(payment, calculateFee({ payment }))
  order.status = 'paid'
  order.amountPaid = payment.amount
  emitEvent({ state, name: 'payment.captured', payment })
  emitEvent({ state, name: 'order.paid', payment, order })
}

/** `POST /payments/:id/capture`: takes the whole authorized amount, once, for an order that is not paid yet. */
export function captureByMerchant({ state, payment, fields }: { state: SimulatorState; payment: Payment; fields: Fields }): void {
  rejectExtraFields({ fields, known: ['amount', 'currency'] })
  const amount = parseAmount({ value: fields.amount })
  if (fields.currency !== undefined) parseCurrency({ value: fields.currency })
  if (payment.captured) throw createBadRequest({ description: TEXTS.alreadyCaptured })
  if (getOrder({ state, payment }).status === 'paid') throw createBadRequest({ description: TEXTS.orderPaid })
  if (payment.status !== 'authorized') throw createBadRequest({ description: TEXTS.captureNotAuthorized })
  if (amount !== payment.amount)
    throw createBadRequest({ description: 'Capture amount must be equal to the amount authorized', field: 'amount' })
  capturePayment({ state, payment, automatic: false })
}
