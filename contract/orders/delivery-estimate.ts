import { toIndianDay } from '../kernel/indian-time.ts'
import type { Policies } from '../kernel/limits/policy-numbers.ts'

const dayMs = 86_400_000
const shownDay = new Intl.DateTimeFormat('en-IN', { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' })

/** Adds days to a date such as `2026-11-30`. A Sunday becomes the Monday after it, because couriers do not deliver on Sundays. */
function addDays(day: string, days: number): string {
  const added = new Date(Date.parse(day) + days * dayMs)
  const isSunday = added.getUTCDay() === 0
  return new Date(added.getTime() + (isSunday ? dayMs : 0)).toISOString().slice(0, 10)
}

interface Estimate {
  readonly orderedAt: Date
  readonly policies: Pick<Policies, 'deliveryDays'>
}

/** The days in India between which an order should arrive, such as `2026-11-30`. */
export function estimateDelivery({ orderedAt, policies }: Estimate): { readonly from: string; readonly by: string } {
  const [min, max] = policies.deliveryDays
  const day = toIndianDay(orderedAt)
  return { from: addDays(day, min), by: addDays(day, max) }
}

interface Dispatch {
  readonly policies: Pick<Policies, 'deliveryDays'>
  /** of the shop */
  readonly dispatchHours: Policies['dispatchHours']
  /** of each item; undefined: as the shop dispatches */
  readonly dispatchDays: readonly (number | undefined)[]
}

/** The days of a delivery whose slowest item decides when the parcel leaves. */
export function addDispatchDays({ policies: { deliveryDays }, dispatchHours, dispatchDays }: Dispatch): Pick<Policies, 'deliveryDays'> {
  if (dispatchDays.length === 0) return { deliveryDays }
  const findDelay = (hours: number) => Math.max(...dispatchDays.map((days) => (days === undefined ? 0 : days - Math.ceil(hours / 24))))
  const from = Math.max(0, deliveryDays[0] + findDelay(dispatchHours[0]))
  return { deliveryDays: [from, Math.max(from, deliveryDays[1] + findDelay(dispatchHours[1]))] }
}

/** A day as shoppers read it: `Mon, 30 Nov`. */
export const formatDeliveryDay = (day: string): string => shownDay.format(new Date(day))

/** The estimate of an order that is placed now, as a part of a sentence: `by Mon, 30 Nov`. */
export const formatEstimate = ({ orderedAt = new Date(), policies }: Partial<Estimate> & Pick<Estimate, 'policies'>): string =>
  `by ${formatDeliveryDay(estimateDelivery({ orderedAt, policies }).by)}`

/** What an order's estimate says, also after its day has passed. */
export function describeExpectedDay({ expectedBy, now = new Date() }: { expectedBy: string; now?: Date }): string {
  const day = formatDeliveryDay(expectedBy)
  if (expectedBy >= toIndianDay(now)) return `Estimated delivery by ${day}.`
  return `Delivery was estimated by ${day}. If your order has not arrived, please contact us.`
}
