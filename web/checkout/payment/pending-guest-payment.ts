import type { DeliveryAddress } from '#contract/kernel/address.ts'
import type { Order } from '#contract/orders/orders.ts'
import { clearIdempotencyKey } from '../../api/idempotency-key.ts'
import { readStoredJson, storeJson } from '../../api/stored-json.ts'
import { subtractLines } from '../../cart/state/edit-guest-cart.ts'
import { type GuestCartLine, parseGuestCart } from '../../cart/state/guest-cart-line.ts'
import { storeOfferCode } from '../../cart/state/offer-code.ts'
import { rememberPlacedOrder } from '../../orders/placed/placed-orders.ts'
import { parseAddress } from '../../orders/shared/address-fields.ts'
import { draftKey } from '../../session/drafts.ts'
import { isPending } from './pending-payment.ts'

const storageKey = 'guestPayment'

/** The storage key of the idempotency key with which a guest's payment is opened. */
export const guestPaymentKey = 'guestPaymentKey'

interface PendingGuestPayment {
  readonly token: string
  /** of the cart; empty when an item beside it is paid for */
  readonly lines: readonly GuestCartLine[]
  readonly address: DeliveryAddress
  /** milliseconds since 1970 */
  readonly openedAt: number
  /** the window has reported success */
  readonly isReported?: boolean
  /** the window was closed without a payment, or the guest says that nothing was paid */
  readonly isClosed?: boolean
}

const readStored = () => readStoredJson('localStorage', storageKey) as Partial<Record<keyof PendingGuestPayment, unknown>> | undefined

/** The token of the payment that was opened last on this device; empty without one. */
export function readPendingToken(): string {
  const stored = readStored()
  return typeof stored?.token === 'string' ? stored.token : ''
}

/** Whether the window of this payment has reported success. */
export const isReportedPayment = (token: string): boolean => readStored()?.token === token && readStored()?.isReported === true

/** Whether a payment was opened on this device whose end is not known. */
export function hasPendingPayment(): boolean {
  const { openedAt, isClosed, isReported } = readStored() ?? {}
  return readPendingToken() !== '' && isClosed !== true && isPending({ openedAt, isReported: isReported === true })
}

/** Remembers what is being paid on this device, for the page of the result, which is another document. */
export const savePendingPayment = (payment: Omit<PendingGuestPayment, 'openedAt'>): void =>
  void storeJson('localStorage', storageKey, { ...payment, openedAt: Date.now() })

/** Changes what is remembered of the payment, unless another one was opened since. */
export function updatePendingPayment({ token, ...change }: { token: string; isReported?: boolean; isClosed?: boolean }): void {
  const stored = readStored()
  if (stored?.token === token) storeJson('localStorage', storageKey, { ...stored, ...change })
}

/**
 * Takes the paid items out of the guest's cart and remembers the order on this device. Does nothing on another device and when it is
 * called again, so that a cart that was filled since stays.
 */
export function finishPendingPayment({ token, order }: { token: string; order: Order }): void {
  const stored = readStored()
  if (stored?.token !== token) return
  storeJson('localStorage', storageKey, undefined)
  const paid = parseGuestCart(stored.lines)
  if (paid.length > 0) storeOfferCode(undefined)
  subtractLines(paid)
  rememberPlacedOrder({ order, deliveryAddress: parseAddress(stored.address) })
  clearIdempotencyKey(guestPaymentKey)
  for (const draft of ['delivery', 'shopper note', 'purchase report']) storeJson('sessionStorage', draftKey(draft), undefined)
}
