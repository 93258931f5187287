import { makeBadRequest, makeMalformedId, makeUnknownId } from './api/errors.ts'
import { type Fields, readAmount, readCurrency, refuseExtraFields } from './api/read-body.ts'
import type { Order, Payment } from './entities.ts'
import { computeFee } from './fees.ts'
import { CREATED_PAYMENT_MOVES_ORDER_TO_ATTEMPTED, TEXTS, UNANSWERED_PAYMENT_FAILS_AFTER_SECONDS } from './guesses.ts'
import { isId, makeDigits, makeToken } from './ids.ts'
import { refundByProvider } from './refunds.ts'
import { type PaymentProblem, PROBLEMS } from './test-instruments.ts'
import { emitEvent } from './webhooks/emit-event.ts'
import type { World } from './world.ts'

export function findPayment({ world, accountId, id }: { world: World; accountId: string; id: string }): Payment {
  if (!isId({ prefix: 'pay', id })) throw makeMalformedId({ id })
  const payment = world.state.payments.get(id)
  if (!payment || payment.accountId !== accountId) throw makeUnknownId()
  return payment
}

function getOrder({ world, payment }: { world: World; payment: Payment }): Order {
  const order = world.state.orders.get(payment.orderId)
  if (!order) throw makeUnknownId()
  return order
}

/** Puts a new payment before the bank. Without an answer it fails by itself, as after a buyer who never came back. */
export function openPayment({ world, payment }: { world: World; payment: Payment }): void {
  world.state.payments.set(payment.id, payment)
  if (CREATED_PAYMENT_MOVES_ORDER_TO_ATTEMPTED) countAttempt({ order: getOrder({ world, payment }) })
  world.clock.schedule({ seconds: UNANSWERED_PAYMENT_FAILS_AFTER_SECONDS, run: () => endUnanswered({ world, payment }) })
}

function countAttempt({ order }: { order: Order }): void {
  order.attempts += 1
  if (order.status === 'created') order.status = 'attempted'
}

function endUnanswered({ world, payment }: { world: World; payment: Payment }): void {
  if (payment.status !== 'created') return
  failPayment({ world, payment, problem: payment.dismissed ? PROBLEMS.payment_cancelled : PROBLEMS.payment_timed_out })
  if (payment.plan?.outcome !== 'late_success') return
  world.clock.schedule({ seconds: payment.plan.lateBySeconds, run: () => authorizePayment({ world, payment }) })
}

/** Does nothing to a payment that has an answer already. */
export function failPayment({ world, payment, problem }: { world: World; payment: Payment; problem: PaymentProblem }): void {
  if (payment.status !== 'created') return
  if (!CREATED_PAYMENT_MOVES_ORDER_TO_ATTEMPTED) countAttempt({ order: getOrder({ world, payment }) })
  payment.status = 'failed'
  payment.problem = problem
  emitEvent({ world, name: 'payment.failed', payment })
}

/** The bank said yes. From `failed` this is a late authorisation. Captures at once where the rules say so. */
export function authorizePayment({ world, payment }: { world: World; payment: Payment }): void {
  if (payment.status !== 'created' && payment.status !== 'failed') return
  const order = getOrder({ world, payment })
  payment.lateAuthorized = payment.status === 'failed'
  if (!payment.lateAuthorized && !CREATED_PAYMENT_MOVES_ORDER_TO_ATTEMPTED) countAttempt({ order })
  payment.status = 'authorized'
  payment.problem = null
  payment.authorizedAt = world.clock.seconds()
  payment.acquirerData = makeAcquirerData({ payment })
  emitEvent({ world, name: 'payment.authorized', payment })

  if (order.status === 'paid') {
    // Two attempts on one order succeeded: Razorpay sends the later one back.
    refundByProvider({ world, payment })
    return
  }
  const ageSeconds = world.clock.seconds() - payment.createdAt
  if (order.capture.mode === 'automatic' && ageSeconds <= order.capture.automaticExpiryMinutes * 60) {
    capturePayment({ world, payment, automatic: true })
    return
  }
  const leftSeconds = Math.max(order.capture.manualExpiryMinutes * 60 - ageSeconds, 0)
  world.clock.schedule({ seconds: leftSeconds, run: () => endUncaptured({ world, payment }) })
}

/** Money that nobody took goes back. */
function endUncaptured({ world, payment }: { world: World; payment: Payment }): void {
  if (payment.status === 'authorized') refundByProvider({ world, payment })
}

function makeAcquirerData({ payment }: { payment: Payment }): Payment['acquirerData'] {
  if (payment.method === 'card') return { auth_code: makeDigits({ length: 6 }) }
  if (payment.method === 'netbanking') return { bank_transaction_id: makeDigits({ length: 7 }) }
  return { rrn: makeDigits({ length: 12 }), upi_transaction_id: Buffer.from(makeToken()).toString('hex').slice(0, 32).toUpperCase() }
}

function capturePayment({ world, payment, automatic }: { world: World; payment: Payment; automatic: boolean }): void {
  const order = getOrder({ world, payment })
  payment.status = 'captured'
  payment.captured = true
  payment.capturedAt = world.clock.seconds()
  payment.autoCaptured = automatic
  Object.assign(payment, computeFee({ payment }))
  order.status = 'paid'
  order.amountPaid = payment.amount
  emitEvent({ world, name: 'payment.captured', payment })
  emitEvent({ world, name: 'order.paid', payment, order })
}

/** `POST /payments/:id/capture`: the whole authorised amount, once, on an order that is not paid yet. */
export function captureByMerchant({ world, payment, fields }: { world: World; payment: Payment; fields: Fields }): void {
  refuseExtraFields({ fields, known: ['amount', 'currency'] })
  const amount = readAmount({ value: fields.amount })
  if (fields.currency !== undefined) readCurrency({ value: fields.currency })
  if (payment.captured) throw makeBadRequest({ description: TEXTS.alreadyCaptured })
  if (getOrder({ world, payment }).status === 'paid') throw makeBadRequest({ description: TEXTS.orderPaid })
  if (payment.status !== 'authorized') throw makeBadRequest({ description: TEXTS.captureNotAuthorized })
  if (amount !== payment.amount)
    throw makeBadRequest({ description: 'Capture amount must be equal to the amount authorized', field: 'amount' })
  capturePayment({ world, payment, automatic: false })
}
