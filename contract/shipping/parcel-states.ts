import { z } from 'zod'
import { schemaRegistry } from '../kernel/schema-registry.ts'

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

export const parcelState = z.enum(parcelStates)

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

/** The steps of a parcel, as shoppers see them. */
export const parcelJourney = z
  .object({
    state: parcelState,
    expectedOn: z.iso.date().nullable().describe('the day on which the courier expects to deliver it; null when it is not known or over'),
    steps: z.array(z.object({ state: parcelState, at: z.iso.datetime(), place: z.string() })).describe('newest first'),
  })
  .register(schemaRegistry, { id: 'ParcelJourney' })
export type ParcelJourney = z.infer<typeof parcelJourney>
