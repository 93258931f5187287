/**
 * What a courier does with a parcel, in the order in which it usually happens. `failed`: an attempt to deliver it failed, and another may follow.
 * `cancelled`: the courier has cancelled the parcel, which does not cancel the order.
 */
export const parcelStates = [
  'booked',
  'pickup failed',
  'picked up',
  'in transit',
  'out for delivery',
  'failed',
  'delivered',
  'returning',
  'returned',
  'lost',
  'damaged',
  'cancelled',
] as const
export type ParcelState = (typeof parcelStates)[number]
