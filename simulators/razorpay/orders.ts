import { makeAmountTooSmall, makeBadRequest, makeMalformedId, makeUnknownId } from './api/errors.ts'
import { type Fields, isFields, readAmount, readCurrency, readFlag, readNotes, readReceipt, refuseExtraFields } from './api/read-body.ts'
import type { CaptureRule, Order, Payment } from './entities.ts'
import { MAXIMUM_PAISE, ORDER_AUTOMATIC_EXPIRY_MINUTES, ORDER_MANUAL_EXPIRY_MINUTES, TEXTS } from './guesses.ts'
import { isId, makeId } from './ids.ts'
import type { World } from './world.ts'

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

/** Creates an order, or answers the earlier one when `unique_receipt` asks for it. */
export function createOrder({ world, accountId, fields }: { world: World; accountId: string; fields: Fields }): Order {
  const { state, clock } = world
  refuseExtraFields({ fields, known: CREATE_FIELDS })
  const amount = readAmount({ value: fields.amount })
  const currency = readCurrency({ value: fields.currency })
  if (amount < 100) throw makeAmountTooSmall()
  if (amount > MAXIMUM_PAISE.order) throw makeBadRequest({ description: TEXTS.maximumAmount, field: 'amount' })
  const receipt = readReceipt({ value: fields.receipt })
  const notes = readNotes({ value: fields.notes })
  const capture = readCapture({ fields, account: state.settings.capture })

  const earlier =
    receipt === null ? undefined : [...state.orders.values()].find((order) => order.accountId === accountId && order.receipt === receipt)
  if (earlier && readFlag({ value: fields.unique_receipt })) return earlier
  if (earlier && state.settings.uniqueReceipts) throw makeBadRequest({ description: 'Order receipt should be unique.', field: 'receipt' })

  const order: Order = {
    id: makeId({ prefix: 'order' }),
    accountId,
    amount,
    currency,
    receipt,
    capture,
    createdAt: clock.seconds(),
    amountPaid: 0,
    status: 'created',
    attempts: 0,
    notes,
  }
  state.orders.set(order.id, order)
  return order
}

/** `payment.capture` on the order beats the account's setting; `payment_capture` is its predecessor. */
function readCapture({ fields, account }: { fields: Fields; account: CaptureRule }): CaptureRule {
  if (isFields(fields.payment)) return readCaptureOptions({ payment: fields.payment })
  if (fields.payment_capture === undefined) return account
  return { ...account, mode: readFlag({ value: fields.payment_capture }) ? 'automatic' : 'manual' }
}

function readCaptureOptions({ payment }: { payment: Fields }): CaptureRule {
  refuseExtraFields({ fields: payment, known: ['capture', 'capture_options'] })
  const mode = payment.capture
  if (mode !== 'automatic' && mode !== 'manual') throw makeBadRequest({ description: 'The selected capture is invalid.', field: 'capture' })
  const options = isFields(payment.capture_options) ? payment.capture_options : {}
  const automaticExpiryMinutes = readAmount({
    value: options.automatic_expiry_period ?? ORDER_AUTOMATIC_EXPIRY_MINUTES,
    field: 'automatic_expiry_period',
  })
  const manualExpiryMinutes = readAmount({
    value: options.manual_expiry_period ?? ORDER_MANUAL_EXPIRY_MINUTES,
    field: 'manual_expiry_period',
  })
  if (automaticExpiryMinutes < 12) throw makeBadRequest({ description: TEXTS.expiryTooShort, field: 'automatic_expiry_period' })
  const periodsFit = manualExpiryMinutes <= 7200 && (mode === 'manual' || manualExpiryMinutes >= automaticExpiryMinutes)
  if (!periodsFit) throw makeBadRequest({ description: 'The manual expiry period is invalid.', field: 'manual_expiry_period' })
  return { mode, automaticExpiryMinutes, manualExpiryMinutes }
}

const READABLE_DAYS = 180

/** Throws for an id of the wrong form, of another account, or of an order that is too old to read. */
export function findOrder({ world, accountId, id }: { world: World; accountId: string; id: string }): Order {
  if (!isId({ prefix: 'order', id })) throw makeMalformedId({ id })
  const order = world.state.orders.get(id)
  if (!order || order.accountId !== accountId) throw makeUnknownId()
  const isOld = world.clock.seconds() - order.createdAt > READABLE_DAYS * 24 * 3600
  if (isOld) throw makeBadRequest({ description: 'Order older than 180 days, please use reports.' })
  return order
}

export function listPaymentsOfOrder({ world, order }: { world: World; order: Order }): Payment[] {
  return [...world.state.payments.values()].filter((payment) => payment.orderId === order.id).reverse()
}

/** Only the notes of an order can change. */
export function updateOrderNotes({ order, fields }: { order: Order; fields: Fields }): void {
  refuseExtraFields({ fields, known: ['notes'] })
  if (fields.notes === undefined) throw makeBadRequest({ description: TEXTS.required('notes'), field: 'notes' })
  order.notes = readNotes({ value: fields.notes })
}

/** A further payment is refused once the order is paid or money is held for it; after failures it is welcome. */
export function refuseUnpayable({ world, order }: { world: World; order: Order }): void {
  if (order.status === 'paid') throw makeBadRequest({ description: TEXTS.orderPaid })
  const held = listPaymentsOfOrder({ world, order }).some((payment) => payment.status === 'authorized')
  if (held) throw makeBadRequest({ description: TEXTS.orderAuthorized })
}
