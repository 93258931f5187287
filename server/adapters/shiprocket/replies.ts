import { z } from 'zod'
import { cutText } from '#contract/kernel/cut-text.ts'
import { normalizeTrackingNumber, parseCourier } from '#contract/shipping/couriers.ts'
import type { AssignedParcel } from '../../shipping/courier/courier.ts'

// What Shiprocket answers, as far as the shop reads it.

const id = z.union([z.int().min(1), z.string().regex(/^[1-9]\d{0,19}$/)])
/** PostgreSQL stores neither zero bytes nor halves of characters. */
const cleanText = z.string().transform((text) =>
  text
    .replace(/\p{Cc}/gu, ' ')
    .toWellFormed()
    .trim(),
)
const shortText = cleanText.pipe(z.string().max(60))

export const loginReply = z.object({ token: z.string().min(1).max(5_000) })
export const createReply = z.object({ shipment_id: id, status: z.string().nullish().catch(null) })
export const assignReply = z.object({
  awb_assign_status: z.literal(1),
  response: z.object({ data: z.object({ awb_code: shortText.pipe(z.string().min(1)), courier_name: shortText.nullish().catch(null) }) }),
})
export const createForwardReply = createReply.extend({ order_id: id })
/** Its content is not documented, and may be empty. */
export const cancelReply = z.unknown().transform(() => true)
export const answerReply = z.object({ status: z.string() })
const failedAttempt = z.object({ ndr_attempt: z.int().catch(0), comment: z.string().nullish().catch(null) })
export const failedReply = z.object({
  data: z.array(z.object({ history: z.array(failedAttempt).catch([]) })),
})
export const pickupReply = z.object({ pickup_status: z.literal(1) })
export const labelReply = z.object({
  label_created: z.coerce.number(),
  label_url: z.string().max(2_000).nullish().catch(null),
  not_created: z.array(z.unknown()).catch([]),
})
export const manifestReply = z.object({ manifest_url: z.string().max(2_000).nullish().catch(null) })
export const returnsReply = z.object({ data: z.array(z.unknown()) })

const parcel = z.object({ awb: shortText.nullish().catch(null), courier: shortText.nullish().catch(null) })
export const returnReply = z.object({
  channel_order_id: z.string(),
  shipment_id: id,
  status: z.string().nullish().catch(null),
  shipments: z.union([z.array(parcel), parcel.transform((one) => [one])]).catch([]),
})

export const ordersReply = z.object({ data: z.array(z.unknown()) })
const forwardParcel = z.object({ id, awb: shortText.nullish().catch(null), courier: shortText.nullish().catch(null) })
export const orderReply = z.object({
  id,
  channel_order_id: z.string(),
  status: z.string().nullish().catch(null),
  shipments: z.union([z.array(forwardParcel), forwardParcel.transform((one) => [one])]),
})

const code = z.union([cleanText, z.number()]).nullish().catch(null)
/** Texts of the courier can contain phone numbers, such as the deliverer's. */
const phoneNumbers = /(?<!\d)(?:\+?91[\s-]?|0)?[6-9]\d{4}[\s-]?\d{5}(?!\d)/g
const courierText = cleanText
  .transform((text) => text.replace(phoneNumbers, '').trim())
  .nullish()
  .catch(null)
const optionalText = cleanText.nullish().catch(null)
export const shownOrderReply = z.object({
  data: z.object({
    channel_order_id: z.string(),
    status: optionalText,
    shipments: z.union([
      z.object({ awb: shortText.nullish().catch(null), courier: shortText.nullish().catch(null) }),
      z.array(z.unknown()).transform(() => ({ awb: null, courier: null })),
    ]),
  }),
})

/** How many scans of a parcel are read. */
const maxScans = 200
/** Without the name, the city and the phone number of the buyer, which the answer has too. */
export const trackingReply = z.object({
  tracking_data: z.object({
    shipment_status: code,
    shipment_track: z
      .array(
        z.object({
          awb_code: optionalText,
          courier_name: optionalText,
          current_status: optionalText,
          current_status_id: code,
          pickup_date: optionalText,
          delivered_date: optionalText,
          edd: optionalText,
        }),
      )
      .nullish()
      .catch(null),
    shipment_track_activities: z
      .array(z.object({ date: optionalText, status: courierText, activity: courierText, location: optionalText, 'sr-status': code }))
      .nullish()
      .catch(null)
      .transform((activities) => activities?.slice(0, maxScans)),
    etd: optionalText,
  }),
})

/** Names have additions, such as "Delhivery Surface". */
export const toAssigned = ({ awb, courierName }: { awb: string; courierName: string | null | undefined }): AssignedParcel => ({
  courier: parseCourier(courierName ?? '') ?? 'other',
  courierName: courierName ?? '',
  trackingNumber: normalizeTrackingNumber(awb),
})

/** Errors, which may also come with the status 200. */
const errorReply = z.object({
  message: z.string().nullish().catch(null),
  errors: z.record(z.string(), z.array(z.string()).catch([])).nullish().catch(null),
  response: z
    .object({ data: z.object({ awb_assign_error: z.string().nullish().catch(null) }) })
    .nullish()
    .catch(null),
})

/** What an error says, as one short line. Undefined for a reply that says nothing. */
export function findReason(content: unknown): string | undefined {
  const { data } = errorReply.safeParse(content)
  const [first] = Object.values(data?.errors ?? {}).flat()
  const text = first ?? data?.response?.data.awb_assign_error ?? data?.message
  const line = text?.replace(/[\p{Cc}\s]+/gu, ' ').trim()
  return line ? cutText(line, 200) : undefined
}
