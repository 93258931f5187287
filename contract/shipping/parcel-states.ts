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

/** What happened to a parcel, as its shopper reads it. */
export const parcelStateTexts: Readonly<Record<ParcelState, string>> = {
  booked: 'The courier expects the parcel',
  'pickup failed': 'The courier could not collect the parcel yet',
  'picked up': 'Handed to the courier',
  'in transit': 'On its way',
  'out for delivery': 'Out for delivery',
  failed: 'Could not be delivered',
  delivered: 'Delivered',
  returning: 'On its way back to the shop',
  returned: 'Back at the shop',
  lost: 'The courier cannot find the parcel',
  damaged: 'Damaged on its way',
  cancelled: 'Cancelled by the courier',
}
