import { z } from 'zod'
import { rupees } from '../kernel/endpoint.ts'
import { schemaRegistry } from '../kernel/schema-registry.ts'
import { parcelState } from '../shipping/parcel-journey.ts'

/**
 * `requested`: a job asks the courier; `cancelling`: a job cancels it there. A booking is not open any more when it is rejected, is being
 * cancelled or is cancelled: the order can be booked again.
 */
export const bookingStates = ['requested', 'booked', 'rejected', 'cancelling', 'cancelled'] as const
export type BookingState = (typeof bookingStates)[number]

/** A parcel that was booked, or is to be booked, at a courier. */
export const courierBooking = z
  .object({
    number: z.string().describe('of the order'),
    reference: z.string().describe("the courier's reference: the number of the order and the attempt"),
    state: z.enum(bookingStates),
    problem: z.string().nullable().describe('why it is not booked, or why it is to be booked again'),
    cancelProblem: z.string().nullable().describe('why the courier has not cancelled it yet'),
    courierName: z.string().nullable(),
    trackingNumber: z.string().nullable(),
    parcelState: parcelState
      .optional()
      .describe('what the courier says of the parcel; missing until it says something, and without a booking'),
    toCollect: rupees.describe('what the courier was asked to collect'),
    weightGrams: z.int(),
    requestedAt: z.iso.datetime(),
    requestedBy: z.string().nullable(),
    canBook: z.boolean().describe('the order can be booked again'),
    canCancel: z.boolean(),
  })
  .register(schemaRegistry, { id: 'CourierBooking' })
export type CourierBooking = z.infer<typeof courierBooking>
