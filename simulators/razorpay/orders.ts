import { createAmountTooSmallError, createBadRequest, createMalformedIdError, createUnknownIdError } from './api/errors.ts'
import {
  type Fields,
  isFields,
  parseAmount,
  parseCurrency,
  parseFlag,
  parseNotes,
  parseReceipt,
  rejectExtraFields,
} from './api/parse-fields.ts'
import { ACCOUNT_CAPTURE, MAX_PAISE, ORDER_EXPIRY_MINUTES, TEXTS } from './assumptions.ts'
import type { CaptureRule, Order, Payment } from './entities.ts'
import { generateId, isId } from './ids.ts'
import type { SimulatorState } from './state.ts'

const CREATE_FIELDS = [
  'amount',
  'currency',
  'receipt',
  'notes',
  'partial_payment',
  'first_payment_min_amount',
  'payment',
  'payment_capture',
  'unique_receipt',
] as const

/** Creates an order. With `unique_receipt`, returns the earlier order with the same receipt. */
export function createOrder({ state, fields }: { state: SimulatorState; fields: Fields }): Order {
  rejectExtraFields({ fields, known: CREATE_FIELDS })
  const amount = parseAmount({ value: fields.amount })
  const currency = parseCurrency({ value: fields.currency })
  if (amount < 100) throw createAmountTooSmallError()
  if (amount > MAX_PAISE.order) throw createBadRequest({ description: TEXTS.maximumAmount, field: 'amount' })
  const receipt = parseReceipt({ value: fields.receipt })
  const notes = parseNotes({ value: fields.notes })
  const capture = parseCapture({ fields })

  const earlier = receipt === null ? undefined : [...state.orders.values()].find((order) => order.receipt === receipt)
  if (earlier && parseFlag({ value: fields.unique_receipt })) return earlier
  if (earlier) throw createBadRequest({ description: 'Order receipt should be unique.', field: 'receipt' })

  const order: Order = {
    id: generateId({ prefix: 'order' }),
    amount,
    currency,
    receipt,
    capture,
    createdAt: state.clock.seconds(),
    amountPaid: 0,
    status: 'created',
    attempts: 0,
    notes,
  }
  state.orders.set(order.id, order)
  return order
}

/** `payment.capture` of the order overrides the account's setting; `payment_capture` is the older form. */
function parseCapture({ fields }: { fields: Fields }): CaptureRule {
  if (isFields(fields.payment)) return parseCaptureOptions({ payment: fields.payment })
  if (fields.payment_capture === undefined) return ACCOUNT_CAPTURE
  return { ...ACCOUNT_CAPTURE, mode: parseFlag({ value: fields.payment_capture }) ? 'automatic' : 'manual' }
}

function parseCaptureOptions({ payment }: { payment: Fields }): CaptureRule {
  rejectExtraFields({ fields: payment, known: ['capture', 'capture_options'] })
  const mode = payment.capture
  if (mode !== 'automatic' && mode !== 'manual')
    throw createBadRequest({ description: 'The selected capture is invalid.', field: 'capture' })
  const options = isFields(payment.capture_options) ? payment.capture_options : {}
  const automaticExpiryMinutes = parseAmount({
    value: options.automatic_expiry_period ?? ORDER_EXPIRY_MINUTES,
    field: 'automatic_expiry_period',
  })
  const manualExpiryMinutes = parseAmount({ value: options.manual_expiry_period ?? ORDER_EXPIRY_MINUTES, field: 'manual_expiry_period' })
  if (automaticExpiryMinutes < 12) throw createBadRequest({ description: TEXTS.expiryTooShort, field: 'automatic_expiry_period' })
  const isValid = manualExpiryMinutes <= 7200 && (mode === 'manual' || manualExpiryMinutes >= automaticExpiryMinutes)
  if (!isValid) throw createBadRequest({ description: 'The manual expiry period is invalid.', field: 'manual_expiry_period' })
  return { mode, automaticExpiryMinutes, manualExpiryMinutes }
}

const READABLE_DAYS = 180

/** Throws for a malformed or unknown id and for an order older than 180 days. */
export function findOrder({ state, id }: { state: SimulatorState; id: string }): Order {
  if (!isId({ prefix: 'order', id })) throw createMalformedIdError({ id })
  const order = state.orders.get(id)
  if (!order) throw createUnknownIdError()
  const isOld = state.clock.seconds() - order.createdAt > READABLE_DAYS * 24 * 3600
  if (isOld) throw createBadRequest({ description: 'Order older than 180 days, please use reports.' })
  return order
}

/** Newest first. */
export function listPaymentsOfOrder({ state, order }: { state: SimulatorState; order: Order }): Payment[] {
  return [...state.payments.values()].filter((payment) => payment.orderId === order.id).reverse()
}

/** Throws when the order is paid or has an authorized payment. Failed payments do not block another one. */
export function assertPayable({ state, order }: { state: SimulatorState; order: Order }): void {
  if (order.status === 'paid') throw createBadRequest({ description: TEXTS.orderPaid })
  const isAuthorized = listPaymentsOfOrder({ state, order }).some((payment) => payment.status === 'authorized')
  if (isAuthorized) throw createBadRequest({ description: TEXTS.orderAuthorized })
}
