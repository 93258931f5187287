import type { DeliveryAddress } from '#contract/address.ts'
import type { Order } from '#contract/orders/orders.ts'
import { clearIdempotencyKey } from '../../api/idempotency-key.ts'
import { readStoredJson, storeJson } from '../../api/stored-json.ts'
import { draftKey } from '../../auth/drafts.ts'
import { subtractLines } from '../../cart/state/edit-guest-cart.ts'
import { type GuestCartLine, parseGuestCart } from '../../cart/state/guest-cart-line.ts'
import { storeOfferCode } from '../../cart/state/offer-code.ts'
import { rememberPlacedOrder } from '../../orders/placed/placed-orders.ts'
import { parseAddress } from '../../orders/shared/address-fields.ts'

const storageKey = 'guestPayment'

/** The storage key of the idempotency key with which a guest's payment is opened. */
export const guestPaymentKey = 'guestPaymentKey'

interface PendingPayment {
  readonly token: string
  readonly lines: readonly GuestCartLine[]
  readonly address: DeliveryAddress
}

/** The token of the payment that was opened last on this device; empty without one. */
export function readPendingToken(): string {
  const stored = readStoredJson('localStorage', storageKey) as Partial<Record<keyof PendingPayment, unknown>> | undefined
  return typeof stored?.token === 'string' ? stored.token : ''
}

/** Remembers what is being paid on this device, for the page of the result, which is another document. */
export const savePendingPayment = (payment: PendingPayment): void => void storeJson('localStorage', storageKey, payment)

/**
 * Takes the paid items out of the guest's cart and remembers the order on this device. Does nothing on another device and when it is
 * called again, so that a cart that was filled since stays.
 */
export function finishPendingPayment({ token, order }: { token: string; order: Order }): void {
  const stored = readStoredJson('localStorage', storageKey) as Partial<Record<keyof PendingPayment, unknown>> | undefined
  if (stored?.token !== token) return
  storeJson('localStorage', storageKey, undefined)
  storeOfferCode(undefined)
  subtractLines(parseGuestCart(stored.lines))
  rememberPlacedOrder({ order, deliveryAddress: parseAddress(stored.address) })
  clearIdempotencyKey(guestPaymentKey)
  storeJson('sessionStorage', draftKey('delivery'), undefined)
}
