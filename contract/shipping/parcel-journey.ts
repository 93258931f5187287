import { z } from 'zod'
import { schemaRegistry } from '../kernel/schema-registry.ts'
import { parcelStates } from './parcel-states.ts'

export const parcelState = z.enum(parcelStates)

/** The steps of a parcel, as shoppers see them. */
export const parcelJourney = z
  .object({
    state: parcelState,
    expectedOn: z.iso.date().nullable().describe('the day on which the courier expects to deliver it; null when it is not known or over'),
    steps: z.array(z.object({ state: parcelState, at: z.iso.datetime(), place: z.string() })).describe('newest first'),
  })
  .register(schemaRegistry, { id: 'ParcelJourney' })
export type ParcelJourney = z.infer<typeof parcelJourney>
