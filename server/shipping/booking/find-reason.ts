import { isAddressComplete } from '#contract/kernel/address.ts'
import type { BookingField } from '#contract/orders/courier-bookings-calls.ts'
import type { PrintedOrder } from '#contract/orders/order-print.ts'
import { endsEarly } from '#contract/orders/order-status.ts'
import type { OrderParcel } from './read-order-parcels.ts'

export interface BookingReason {
  readonly reason: string
  readonly field: BookingField
}

/** Why an order cannot be booked, and what it lacks; undefined when it can be booked. `parcel` is undefined for an order without items. */
export function findReason({
  order: { isToBePaid, orderStatus, deliveryAddress },
  parcel,
}: {
  order: PrintedOrder
  parcel: OrderParcel | undefined
}): BookingReason | undefined {
  const say = (field: BookingField, reason: string) => ({ field, reason })
  if (!parcel) return say('weight', 'It has no items any more.')
  if (isToBePaid) return say('orderStatus', 'It waits for its payment.')
  if (orderStatus === 'Placed') return say('orderStatus', 'It is not confirmed yet.')
  if (endsEarly(orderStatus)) return say('orderStatus', 'It has ended.')
  if (orderStatus !== 'Confirmed' && orderStatus !== 'Packed') return say('orderStatus', 'It has left already.')
  if (parcel.trackingNumber !== null) return say('trackingNumber', `It has the tracking number ${parcel.trackingNumber} already.`)
  if (!isAddressComplete(deliveryAddress)) return say('deliveryAddress', 'Its address lacks the PIN code or the phone.')
  return undefined
}
