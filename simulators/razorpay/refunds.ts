import { createHash } from 'node:crypto'
import { createBadRequest, createConflict, createMalformedIdError, createUnknownIdError } from './api/errors.ts'
import { type Fields, parseAmount, parseNotes, parseReceipt, rejectExtraFields } from './api/parse-fields.ts'
import { PENDING_REFUND_SECONDS, REFUNDABLE_DAYS, TEXTS } from './assumptions.ts'
import type { Notes, Payment, Refund } from './entities.ts'
import { generateDigits, generateId, isId } from './ids.ts'
import type { SimulatorState } from './state.ts'
import { emitEvent } from './webhooks/emit-event.ts'

interface RefundRequest {
  readonly amount: number
  readonly speed: 'normal' | 'optimum'
  readonly notes: Notes
  readonly receipt: string | null
}

/**
 * `POST /payments/:id/refund`. The same idempotency key with the same body returns the first refund; with another body it is
 * a 409.
 */
export function refundByMerchant({
  state,
  payment,
  fields,
  idempotencyKey,
}: {
  state: SimulatorState
  payment: Payment
  fields: Fields
  idempotencyKey: string | undefined
}): Refund {
  if (idempotencyKey === undefined) return createRefund({ state, payment, request: parseRefund({ state, payment, fields }) })
  if (!/^[A-Za-z0-9_-]{10,}$/.test(idempotencyKey)) throw createBadRequest({ description: TEXTS.idempotencyKeyInvalid })

  const fingerprint = createHash('sha256')
    .update(JSON.stringify([payment.id, fields]))
    .digest('hex')
  const earlier = state.refundKeys.get(idempotencyKey)
  if (earlier && earlier.fingerprint !== fingerprint)
    throw createConflict({ description: 'Different request with the same idempotency key has already been processed.' })
  const known = earlier && state.refunds.get(earlier.refundId)
  if (known) return known

  const refund = createRefund({ state, payment, request: parseRefund({ state, payment, fields }) })
  state.refundKeys.set(idempotencyKey, { fingerprint, refundId: refund.id })
  return refund
}

function parseRefund({ state, payment, fields }: { state: SimulatorState; payment: Payment; fields: Fields }): RefundRequest {
  rejectExtraFields({ fields, known: ['amount', 'speed', 'notes', 'receipt'] })
  const notes = parseNotes({ value: fields.notes })
  const receipt = parseReceipt({ value: fields.receipt })
  const speed = fields.speed ?? 'normal'
  if (speed !== 'normal' && speed !== 'optimum') throw createBadRequest({ description: TEXTS.speedInvalid, field: 'speed' })
  const remaining = payment.amount - payment.amountRefunded
  const amount = fields.amount === undefined ? remaining : parseAmount({ value: fields.amount })

  if (remaining <= 0) throw createBadRequest({ description: 'The payment has been fully refunded already' })
  if (payment.status !== 'captured') throw createBadRequest({ description: 'The payment status should be captured for action to be taken' })
  if (amount < 100) throw createBadRequest({ description: 'The amount must be at least INR 1.00', field: 'amount' })
  if (amount > remaining)
    throw createBadRequest({ description: 'The refund amount provided is greater than amount captured', field: 'amount' })
  const isOld = state.clock.seconds() - payment.createdAt > REFUNDABLE_DAYS * 24 * 3600
  if (isOld)
    throw createBadRequest({
      description: 'Refund is not supported by the bank because the payment is more than 6 months old',
      source: null,
      step: null,
      reason: null,
    })
  const { refundBalance } = state.settings
  if (refundBalance !== null && refundBalance < amount) throw createBadRequest({ description: TEXTS.balanceTooLow })
  return { amount, speed, notes, receipt }
}

/** Razorpay's own refund of money that was never captured. Its events have `payment.captured` false. */
export function refundByProvider({ state, payment }: { state: SimulatorState; payment: Payment }): Refund {
  return createRefund({ state, payment, request: { amount: payment.amount, speed: 'normal', notes: {}, receipt: null } })
}

function createRefund({ state, payment, request }: { state: SimulatorState; payment: Payment; request: RefundRequest }): Refund {
  const { amount, speed, notes, receipt } = request
  const refund: Refund = {
    id: generateId({ prefix: 'rfnd' }),
    paymentId: payment.id,
    amount,
    currency: payment.currency,
    receipt,
    createdAt: state.clock.seconds(),
    speedRequested: speed,
    speedProcessed: speed === 'optimum' ? 'instant' : 'normal',
    notes,
    status: 'pending',
    arn: null,
  }
  state.refunds.set(refund.id, refund)
  if (state.settings.refundBalance !== null) state.settings.refundBalance -= amount
  payment.amountRefunded += amount
  if (payment.amountRefunded >= payment.amount) payment.status = 'refunded'
  emitEvent({ state, name: 'refund.created', payment, refund })
  if (state.settings.refundProcessing === 'processed') processRefund({ state, refund })
  else scheduleProcessing({ state, refund })
  return refund
}

export function scheduleProcessing({ state, refund }: { state: SimulatorState; refund: Refund }): void {
  const seconds = refund.createdAt + PENDING_REFUND_SECONDS - state.clock.seconds()
  state.clock.schedule({ seconds: Math.max(seconds, 0), run: () => processRefund({ state, refund }) })
}

export function processRefund({ state, refund }: { state: SimulatorState; refund: Refund }): void {
  if (refund.status !== 'pending') return
  refund.status = 'processed'
  // The bank's reference number can follow the status: only refunds that were pending have one.
  if (state.settings.refundProcessing === 'pending') refund.arn = generateDigits({ length: 14 })
  emitEvent({ state, name: 'refund.processed', payment: getPayment({ state, refund }), refund })
}

/** The money stays with the merchant and the payment counts as not refunded. */
export function failRefund({ state, refund }: { state: SimulatorState; refund: Refund }): void {
  if (refund.status === 'failed') return
  const payment = getPayment({ state, refund })
  refund.status = 'failed'
  payment.amountRefunded -= refund.amount
  if (payment.status === 'refunded') payment.status = payment.captured ? 'captured' : 'authorized'
  emitEvent({ state, name: 'refund.failed', payment, refund })
}

function getPayment({ state, refund }: { state: SimulatorState; refund: Refund }): Payment {
  const payment = state.payments.get(refund.paymentId)
  if (!payment) throw createUnknownIdError()
  return payment
}

/** Throws for a malformed or unknown id and for a refund of another payment. */
export function findRefund({ state, id, paymentId }: { state: SimulatorState; id: string; paymentId?: string }): Refund {
  if (!isId({ prefix: 'rfnd', id })) throw createMalformedIdError({ id })
  const refund = state.refunds.get(id)
  if (!refund || (paymentId !== undefined && refund.paymentId !== paymentId)) throw createUnknownIdError()
  return refund
}
