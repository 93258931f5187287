import { createHash } from 'node:crypto'
import { makeBadRequest, makeConflict, makeMalformedId, makeUnknownId } from './api/errors.ts'
import { type Fields, readAmount, readNotes, readReceipt, refuseExtraFields } from './api/read-body.ts'
import type { Notes, Payment, Refund } from './entities.ts'
import { PENDING_REFUND_SECONDS, REFUNDABLE_DAYS, TEXTS } from './guesses.ts'
import { isId, makeDigits, makeId } from './ids.ts'
import { emitEvent } from './webhooks/emit-event.ts'
import type { World } from './world.ts'

interface Asked {
  readonly amount: number
  readonly speed: 'normal' | 'optimum'
  readonly notes: Notes
  readonly receipt: string | null
}

/**
 * `POST /payments/:id/refund`. The same idempotency key with the same body answers the first refund again; with another
 * body it is a 409.
 */
export function refundByMerchant({
  world,
  payment,
  fields,
  idempotencyKey,
}: {
  world: World
  payment: Payment
  fields: Fields
  idempotencyKey: string | undefined
}): Refund {
  const { state } = world
  if (idempotencyKey === undefined) return createRefund({ world, payment, asked: readAsked({ world, payment, fields }) })
  if (!/^[A-Za-z0-9_-]{10,}$/.test(idempotencyKey)) throw makeBadRequest({ description: TEXTS.idempotencyKeyInvalid })

  const scopedKey = `${payment.accountId} ${idempotencyKey}`
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([payment.id, fields]))
    .digest('hex')
  const earlier = state.refundKeys.get(scopedKey)
  if (earlier && earlier.fingerprint !== fingerprint)
    throw makeConflict({ description: 'Different request with the same idempotency key has already been processed.' })
  const known = earlier && state.refunds.get(earlier.refundId)
  if (known) return known

  const refund = createRefund({ world, payment, asked: readAsked({ world, payment, fields }) })
  state.refundKeys.set(scopedKey, { fingerprint, refundId: refund.id })
  return refund
}

function readAsked({ world, payment, fields }: { world: World; payment: Payment; fields: Fields }): Asked {
  refuseExtraFields({ fields, known: ['amount', 'speed', 'notes', 'receipt'] })
  const notes = readNotes({ value: fields.notes })
  const receipt = readReceipt({ value: fields.receipt })
  const speed = fields.speed ?? 'normal'
  if (speed !== 'normal' && speed !== 'optimum') throw makeBadRequest({ description: TEXTS.speedInvalid, field: 'speed' })
  const amount = fields.amount === undefined ? payment.amount - payment.amountRefunded : readAmount({ value: fields.amount })

  if (payment.amountRefunded >= payment.amount) throw makeBadRequest({ description: 'The payment has been fully refunded already' })
  if (payment.status !== 'captured') throw makeBadRequest({ description: 'The payment status should be captured for action to be taken' })
  if (amount < 100) throw makeBadRequest({ description: 'The amount must be at least INR 1.00', field: 'amount' })
  if (amount > payment.amount - payment.amountRefunded)
    throw makeBadRequest({ description: 'The refund amount provided is greater than amount captured', field: 'amount' })
  const isOld = world.clock.seconds() - payment.createdAt > REFUNDABLE_DAYS * 24 * 3600
  if (isOld)
    throw makeBadRequest({
      description: 'Refund is not supported by the bank because the payment is more than 6 months old',
      source: null,
      step: null,
      reason: null,
    })
  const { refundBalance } = world.state.settings
  if (refundBalance !== null && refundBalance < amount) throw makeBadRequest({ description: TEXTS.balanceTooLow })
  return { amount, speed, notes, receipt }
}

/** Razorpay's own refund of money that was never captured. Its events show `payment.captured === false`. */
export function refundByProvider({ world, payment }: { world: World; payment: Payment }): Refund {
  return createRefund({ world, payment, asked: { amount: payment.amount, speed: 'normal', notes: {}, receipt: null } })
}

function createRefund({ world, payment, asked }: { world: World; payment: Payment; asked: Asked }): Refund {
  const { state, clock } = world
  const { amount, speed, notes, receipt } = asked
  const refund: Refund = {
    id: makeId({ prefix: 'rfnd' }),
    accountId: payment.accountId,
    paymentId: payment.id,
    amount,
    currency: payment.currency,
    receipt,
    createdAt: clock.seconds(),
    speedRequested: speed,
    notes,
    status: 'pending',
    speedProcessed: speed === 'optimum' ? 'instant' : 'normal',
    arn: null,
  }
  state.refunds.set(refund.id, refund)
  if (state.settings.refundBalance !== null) state.settings.refundBalance -= amount
  payment.amountRefunded += amount
  if (payment.amountRefunded >= payment.amount) payment.status = 'refunded'
  emitEvent({ world, name: 'refund.created', payment, refund })
  if (state.settings.refundProcessing === 'processed') processRefund({ world, refund })
  else clock.schedule({ seconds: PENDING_REFUND_SECONDS, run: () => processRefund({ world, refund }) })
  return refund
}

export function processRefund({ world, refund }: { world: World; refund: Refund }): void {
  if (refund.status !== 'pending') return
  refund.status = 'processed'
  // The bank's reference can come after the state: it is there once a refund was waited for.
  if (world.state.settings.refundProcessing === 'pending') refund.arn = makeDigits({ length: 14 })
  emitEvent({ world, name: 'refund.processed', payment: getPayment({ world, refund }), refund })
}

/** The money stays with the merchant, so the payment counts as not refunded again. */
export function failRefund({ world, refund }: { world: World; refund: Refund }): void {
  if (refund.status === 'failed') return
  const payment = getPayment({ world, refund })
  refund.status = 'failed'
  payment.amountRefunded -= refund.amount
  if (payment.status === 'refunded') payment.status = payment.captured ? 'captured' : 'authorized'
  emitEvent({ world, name: 'refund.failed', payment, refund })
}

/** An instant refund that could not be instant after all. */
export function slowRefund({ world, refund }: { world: World; refund: Refund }): void {
  if (refund.speedProcessed === 'normal') return
  refund.speedProcessed = 'normal'
  emitEvent({ world, name: 'refund.speed_changed', payment: getPayment({ world, refund }), refund })
}

function getPayment({ world, refund }: { world: World; refund: Refund }): Payment {
  const payment = world.state.payments.get(refund.paymentId)
  if (!payment) throw makeUnknownId()
  return payment
}

/** With `paymentId`, a refund of another payment does not exist. */
export function findRefund({
  world,
  accountId,
  id,
  paymentId,
}: {
  world: World
  accountId: string
  id: string
  paymentId?: string
}): Refund {
  if (!isId({ prefix: 'rfnd', id })) throw makeMalformedId({ id })
  const refund = world.state.refunds.get(id)
  if (!refund || refund.accountId !== accountId) throw makeUnknownId()
  if (paymentId !== undefined && refund.paymentId !== paymentId) throw makeUnknownId()
  return refund
}
