import type { ParcelState } from '../shipping/parcel-states.ts'
import { type OrderStatus, returnsParcel } from './order-status.ts'

/** Whether a change of an order's status says something else than the courier says of its parcel. */
export function isAgainstCourier({ state, to }: { state: ParcelState; to: OrderStatus }): boolean {
  if (state === 'booked' || state === 'pickup failed' || state === 'cancelled') return false
  if (to === 'Delivered') return state !== 'delivered'
  return to === 'Cancelled' || (returnsParcel(to) && !['failed', 'returning', 'returned', 'lost', 'damaged'].includes(state))
}
