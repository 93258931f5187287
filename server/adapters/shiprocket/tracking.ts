import { cutText } from '#contract/kernel/cut-text.ts'
import type { ParcelState } from '#contract/shipping/parcel-states.ts'
import { type Courier, CourierError, type TrackedParcel, type TrackedScan } from '../../shipping/courier/courier.ts'
import type { ShiprocketCall } from './account.ts'
import { shownOrderReply, toAssigned, trackingReply } from './replies.ts'

/**
 * What Shiprocket's codes of shipments mean. Those of its documentation are 1 to 8, 17 to 19, 21, 38 and 42; the others are from public code, as
 * simulators/shiprocket/README.md says. 19 is on the way to collect the parcel, not to deliver it; 9 begins a return, and only 10 ends it; 8 cancels the
 * parcel, not the order.
 */
export const parcelStateOfCode: Readonly<Record<string, ParcelState>> = {
  1: 'booked',
  2: 'booked',
  3: 'booked',
  4: 'booked',
  5: 'booked',
  6: 'in transit',
  7: 'delivered',
  8: 'cancelled',
  9: 'returning',
  10: 'returned',
  12: 'lost',
  13: 'pickup failed',
  14: 'returning',
  15: 'pickup failed',
  16: 'booked',
  17: 'out for delivery',
  18: 'in transit',
  19: 'booked',
  20: 'pickup failed',
  21: 'failed',
  22: 'in transit',
  24: 'damaged',
  25: 'damaged',
  38: 'in transit',
  39: 'in transit',
  40: 'returning',
  41: 'returning',
  42: 'picked up',
  46: 'returning',
  52: 'booked',
  76: 'lost',
}

/** Among Shiprocket's codes of orders 19 is out for delivery and 20 is in transit. The code of a scan is always one of a shipment. */
const codesOfTwoMeanings: readonly string[] = ['19', '20']

interface TrackingOptions {
  readonly send: <Reply>(call: ShiprocketCall<Reply>, describe: (reason: string) => string) => Promise<Reply>
  readonly timeoutMs: number
}

/** Reads Shiprocket's order first, because its tracking number can be replaced, and then the scans of the number that it has now. */
export function createTracking({ send, timeoutMs }: TrackingOptions): Pick<Courier, 'track'> {
  const describe = (reason: string) => `Shiprocket does not show this parcel: ${reason}.`
  return {
    async track({ reference, orderId }) {
      const signal = AbortSignal.timeout(timeoutMs)
      const { data: order } = await send({ path: `/orders/show/${encodeURIComponent(orderId)}`, reply: shownOrderReply, signal }, describe)
      if (order.channel_order_id !== reference) throw new CourierError('Shiprocket shows another order under the number of this one.')
      const { awb, courier: courierName } = order.shipments
      const path = `/courier/track/awb/${encodeURIComponent(awb ?? '')}`
      const tracking = awb ? (await send({ path, reply: trackingReply, signal }, describe)).tracking_data : undefined
      const isCancelled = /cancel/i.test(order.status ?? '')
      return {
        ...readTracking(tracking),
        isCancelled,
        assigned: awb ? toAssigned({ awb, courierName }) : undefined,
        // Names, addresses and phone numbers are left out.
        answer: { order: { status: order.status, awb, courier: courierName }, tracking: tracking ?? null },
      }
    },
  }
}

type Tracking = (typeof trackingReply)['_output']['tracking_data']

/** The top level of the answer lags behind: the parcel's own entry and its scans count. */
function readTracking(tracking: Tracking | undefined): Omit<TrackedParcel, 'isCancelled' | 'assigned' | 'answer'> {
  const [parcel] = tracking?.shipment_track ?? []
  const scans = (tracking?.shipment_track_activities ?? []).flatMap((activity): TrackedScan[] => {
    const happenedAt = parseIndianTime(activity.date)
    if (!happenedAt) return []
    const code = toCode(activity['sr-status'])
    const text = toLine(activity.activity || activity.status, 200)
    return [{ happenedAt, text, place: toLine(activity.location, 120), code, state: toState(code) }]
  })
  const last = scans.toSorted((a, b) => b.happenedAt.getTime() - a.happenedAt.getTime())
  const current = toCode(parcel?.current_status_id)
  const scanned = last.find((scan) => scan.code !== null)?.code
  const code = (current !== null && codesOfTwoMeanings.includes(current) ? (scanned ?? current) : (current ?? scanned)) ?? null
  const expectedAt = parseIndianTime(parcel?.edd ?? tracking?.etd ?? null)
  return { code, state: toState(code), scans: last, expectedAt }
}

const toState = (code: string | null): ParcelState | null => (code === null ? null : (parcelStateOfCode[code] ?? null))

/** Codes are numbers, or texts with a number; `NA` is none. */
const toCode = (value: string | number | null | undefined): string | null =>
  value !== null && value !== undefined && /^\d{1,4}$/.test(String(value)) ? String(Number(value)) : null

const toLine = (text: string | null | undefined, maxLength: number): string =>
  cutText((text ?? '').replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim(), maxLength)

/** Times such as `2026-11-28 10:00:00` are Indian. */
function parseIndianTime(text: string | null | undefined): Date | null {
  const [, day, time = '00:00:00'] = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}:\d{2}))?/.exec(text ?? '') ?? []
  const date = day === undefined ? undefined : new Date(`${day}T${time}+05:30`)
  return date && !Number.isNaN(date.getTime()) ? date : null
}
