import { type ParcelStatus, statuses } from './statuses.ts'
import { type Account, type Json, type Move, Refusal, referenceOf, type SimulatedOrder, toShiprocketTime } from './types.ts'

/** What happens to a parcel. The status of its order follows. */
export function addScan(
  order: SimulatedOrder,
  status: ParcelStatus,
  { reason, location = 'Surat (Gujarat)', at, isStale }: Move = {},
): void {
  const date = toShiprocketTime(at ?? new Date())
  order.scans.push({ date, status, activity: reason ?? status, location })
  order.staleStatus = isStale ? (order.staleStatus ?? order.parcelStatus) : undefined
  order.parcelStatus = status
  if (status !== 'AWB ASSIGNED') order.status = status
  if (status === 'UNDELIVERED') order.attempts.push({ reason: reason ?? 'Customer not available', date })
}

const toActivity = ({ date, status, activity, location }: SimulatedOrder['scans'][number]): Json => ({
  ...{ date, status, activity, location },
  ...{ 'sr-status': String(statuses[status].shipment), 'sr-status-label': status },
})

const lastDate = (order: SimulatedOrder, status: ParcelStatus): string | null =>
  order.scans.findLast((scan) => scan.status === status)?.date ?? null

/** The courier's estimate is four days after the number was given. */
const findExpected = ({ scans: [first] }: SimulatedOrder): string | null =>
  first ? toShiprocketTime(new Date(Date.parse(`${first.date.replace(' ', 'T')}+05:30`) + 4 * 86_400_000)) : null

function buildTracking(order: SimulatedOrder | undefined): Json {
  const status = order?.parcelStatus
  if (!order || !status)
    return {
      track_status: 0,
      error: 'Aahh! There is no activities found in our DB. Please have some patience it will be updated soon.',
    }
  const { body } = order
  return {
    track_status: 1,
    shipment_status: statuses[order.staleStatus ?? status].shipment,
    shipment_track: [
      {
        ...{ id: order.shipmentId, awb_code: order.awb, shipment_id: order.shipmentId, order_id: order.id, courier_name: order.courier },
        ...{ pickup_date: lastDate(order, 'PICKED UP'), delivered_date: lastDate(order, 'DELIVERED'), packages: 1 },
        ...{ current_status: status, current_status_id: statuses[status].shipment, edd: findExpected(order) },
        ...{ weight: String(body.weight), delivered_to: body.billing_city, destination: body.billing_city },
        ...{ consignee_name: body.billing_customer_name, origin: 'Surat', courier_agent_details: null },
      },
    ],
    shipment_track_activities: order.scans.toReversed().map(toActivity),
    track_url: `https://shiprocket.co/tracking/${order.awb}`,
    etd: findExpected(order),
  }
}

/** By the current number. A number that was replaced has no activities any more. */
export function trackNumber({ orders }: Account, awb: string): Json {
  return { tracking_data: buildTracking(orders.find((order) => order.awb === awb)) }
}

export function trackShipment({ orders }: Account, id: string): Json {
  return { tracking_data: buildTracking(orders.find(({ shipmentId }) => shipmentId === Number(id))) }
}

/** A list, unlike the other two. */
export function trackReference({ orders }: Account, query: URLSearchParams): Json[] {
  const found = orders.filter((order) => !order.isReturn && referenceOf(order) === query.get('order_id'))
  return found.map((order) => ({ tracking_data: buildTracking(order) }))
}

export function trackNumbers(account: Account, { awbs }: Json): Json {
  if (!Array.isArray(awbs)) throw new Refusal(500, 'Invalid argument supplied for foreach()')
  return Object.fromEntries(awbs.slice(0, 50).map((awb) => [String(awb), trackNumber(account, String(awb))]))
}

/** What the webhook gets. `current_status_id` is a code of orders, `shipment_status_id` one of shipments. */
export function buildMessage(order: SimulatedOrder): Json {
  const status = order.parcelStatus ?? 'AWB ASSIGNED'
  const [date = '', time = ''] = (order.scans.at(-1)?.date ?? '').split(' ')
  return {
    ...{ awb: order.awb, courier_name: order.courier, current_status: status, current_status_id: statuses[status].order },
    ...{ shipment_status: status, shipment_status_id: statuses[status].shipment },
    current_timestamp: `${date.split('-').reverse().join(' ')} ${time}`,
    ...{ order_id: referenceOf(order), sr_order_id: order.id },
    ...{ awb_assigned_date: order.scans[0]?.date ?? null, pickup_scheduled_date: lastDate(order, 'PICKUP SCHEDULED') },
    ...{ etd: findExpected(order), scans: order.scans.map(toActivity) },
    ...{ is_return: order.isReturn ? 1 : 0, channel_id: 1, pod_status: 'OTP Based Delivery', pod: 'Not Available' },
    ...{ qc_image: '', qc_failure_reason: '' },
  }
}
