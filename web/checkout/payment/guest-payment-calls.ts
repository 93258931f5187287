import type { DeliveryAddress } from '#contract/kernel/address.ts'
import * as screenTexts from '#contract/kernel/texts/screen-texts.ts'
import type { ShopperNote } from '#contract/orders/shopper-note.ts'
import { call } from '../../api/client.ts'
import { getIdempotencyKey } from '../../api/idempotency-key.ts'
import type { GuestCartLine } from '../../cart/state/guest-cart-line.ts'
import type { PaymentShare } from '../advance-button.tsx'
import { buildGuestLines, type OrderError, type ShownOffer, toOrderError } from '../place-order.ts'
import { readPurchaseReport } from '../purchase-report.ts'
import { readVisit } from '../read-visit.ts'
import type { PaymentOrder } from './payment-window.ts'
import { guestPaymentKey } from './pending-guest-payment.ts'
import type { PaymentCalls } from './settle-payment.ts'

/** What a guest pays for, and how much of it. */
export interface GuestOrder {
  readonly lines: readonly GuestCartLine[]
  readonly address: DeliveryAddress
  readonly note: ShopperNote
  readonly offer: ShownOffer
  readonly share: PaymentShare | undefined
}

type OpenedPayment = { readonly payment: PaymentOrder & { readonly token: string } } | { readonly error: OrderError }

/** Opens a payment of the guest's cart, or finds the one that is open. */
export async function openGuestPayment({ lines, address, note, offer, share }: GuestOrder): Promise<OpenedPayment> {
  const body = { ...buildGuestLines(lines), ...offer, deliveryAddress: address, ...note, ...share }
  const headers = { 'idempotency-key': getIdempotencyKey({ storageKey: guestPaymentKey, contents: body }) }
  try {
    return { payment: await call('POST /guest/create-order', { headers, body: { ...body, ...readPurchaseReport(), visit: readVisit() } }) }
  } catch (error) {
    return { error: toOrderError({ error, failedText: screenTexts.createOrderFailed }) }
  }
}

/** The calls about a guest's payment. */
export const createGuestPaymentCalls = (token: string): PaymentCalls => ({
  verify: (success, signal) => call('POST /guest/verify-payment', { body: { token, ...success } }, { signal }),
  fetchStatus: (signal) => call('POST /guest/payment', { body: { token } }, { signal }),
})
