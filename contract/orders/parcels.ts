import { z } from 'zod'
import { maxLengths } from '../kernel/business.ts'
import { defineCalls } from '../kernel/endpoint.ts'
import { requiredText } from '../kernel/field-schemas.ts'
import { parcelState } from '../shipping/parcel-journey.ts'
import { bookingStates } from './courier-bookings.ts'
import { orderStatuses } from './order-status.ts'

const reference = z.object({ reference: z.string().max(50) })
const time = z.iso.datetime()

const scan = z.object({
  at: time,
  text: z.string().describe('as the courier says it'),
  place: z.string(),
  state: parcelState.nullable().describe('null: the shop does not know the code'),
})

const message = z.object({ receivedAt: time, body: z.record(z.string(), z.unknown()) })

/** The fields of a message that are stored: none is about the buyer. Their values may have any type. */
const newsFields = [
  ...(['awb', 'courier_name', 'current_status', 'current_status_id', 'shipment_status', 'shipment_status_id'] as const),
  ...(['current_timestamp', 'order_id', 'sr_order_id', 'etd', 'is_return'] as const),
] as const
const parcelNews = z.object(
  Object.fromEntries(newsFields.map((name) => [name, z.unknown().optional()])) as Record<
    (typeof newsFields)[number],
    z.ZodOptional<z.ZodUnknown>
  >,
)
export type ParcelNews = z.infer<typeof parcelNews>

/** What the shop and the courier know about a parcel. */
const parcel = z.object({
  reference: z.string(),
  orderId: z.string(),
  number: z.string().describe('of the order'),
  orderStatus: z.enum(orderStatuses),
  bookingState: z.enum(bookingStates),
  courierName: z.string().nullable(),
  trackingNumber: z.string().nullable(),
  state: parcelState.nullable().describe('null: nothing is known yet'),
  stateAt: time.nullable(),
  attempts: z.int().describe('attempts to deliver it that failed'),
  reason: z.string(),
  expectedOn: z.iso.date().nullable(),
  problem: z.string().describe('what does not fit the order, until it is resolved'),
  code: z.string().nullable().describe("the courier's own code"),
  answer: z.unknown().describe('the last answer of the courier as it came, without personal data'),
  answeredAt: time.nullable(),
  lookProblem: z.string().describe('why the last look failed'),
  nextLookAt: time.nullable().describe('null: only a message of the courier causes another look'),
  scans: z.array(scan).describe('newest first'),
  messages: z.array(message).describe('the last ones, newest first'),
})
export type ParcelKnowledge = z.infer<typeof parcel>

export const parcelsCalls = defineCalls({
  resolveParcelProblem: {
    route: 'POST /order/admin/parcels/:reference/resolve',
    right: 'orders',
    changes: 'nothing',
    summary: 'Take the problem of a parcel off the lists; what was done becomes a note of the order',
    params: reference,
    body: z.object({ problem: z.string().min(1).max(300), note: requiredText('Note', maxLengths.resolutionNote) }),
    reply: { 200: z.object({ message: z.string() }) },
  },

  receiveParcelNews: {
    route: 'POST /parcels/news',
    who: 'anyone',
    changes: 'nothing',
    summary:
      'A message of the courier that something happened to a parcel; the courier is asked what. Needs the key of the Providers screen as `x-api-key`',
    body: parcelNews,
    reply: { 200: z.object({ message: z.string() }) },
  },

  getParcel: {
    route: 'GET /order/admin/parcels/:reference',
    right: 'orders',
    summary: 'What the shop and the courier know about a booked parcel',
    params: reference,
    reply: { 200: parcel },
  },

  lookAtParcel: {
    route: 'POST /order/admin/parcels/:reference/look',
    right: 'orders',
    changes: 'nothing',
    summary: 'Ask the courier about a parcel now',
    params: reference,
    reply: { 200: z.object({ message: z.string(), parcel }) },
  },
})
