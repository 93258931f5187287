import { sql } from 'kysely'
import { formatRupees, type Paise, toRupees } from '#contract/kernel/money.ts'
import type { BookingState, CourierBooking } from '#contract/orders/courier-bookings.ts'
import { isBeforeShipping, type OrderStatus } from '#contract/orders/order-status.ts'
import type { Database } from '../../database/schema.ts'

/** What the courier is to collect for an order now, as `readCashDue` says it. */
export const currentCollect = sql<Paise>`(case
  when orders.payment_status = 'Pending' and orders.status in ('Confirmed', 'Packed', 'Shipped', 'Delivered') then orders.collect_paise
  when orders.payment_status = 'Pending' and orders.status = 'Placed' and not 'payment link' = any(orders.flags) then orders.collect_paise
  else 0
end)::bigint`

export interface BookingFacts {
  readonly reference: string
  readonly state: BookingState
  readonly problem: string
  readonly collect: Paise
  readonly isAddressChanged: boolean
  /** of the order, as they are now */
  readonly status: OrderStatus
  readonly currentCollect: Paise
}

/** Why an open booking no longer fits its order that has not left; undefined when it does. */
export function findOutdatedReason({ state, collect, isAddressChanged, status, currentCollect: now }: BookingFacts): string | undefined {
  if ((state !== 'requested' && state !== 'booked') || !isBeforeShipping(status)) return undefined
  if (collect !== now)
    return `The parcel was booked with ${formatRupees(toRupees(collect))} to collect, now ${formatRupees(toRupees(now))}: book it again.`
  return isAddressChanged ? 'The parcel was booked with an earlier address: book it again.' : undefined
}

const hasNumber = sql<boolean>`exists (
  select from shipments where shipments.order_id = orders.id and direction = 'forward' and tracking_number is not null
)`

/** A parcel that was cancelled at both sides is no problem any more. */
const isParcelProblem = sql<boolean>`(
  parcel.problem <> '' and parcel.problem <> parcel.resolved_problem and not (parcel.state = 'cancelled' and exists (
    select from courier_bookings as own where own.reference = parcel.reference and own.state <> 'booked'
  ))
)`

/** The ids of the orders whose bookings have a `toSolve`. */
export const bookingsToSolve = sql<string>`
  select order_id from courier_bookings where cancel_problem <> ''
  union all
  select parcel.order_id from courier_parcels as parcel where ${isParcelProblem}
  union all
  select parcel.order_id from courier_parcels as parcel join orders on orders.id = parcel.order_id
  where parcel.pickup_problem <> '' and orders.status = 'Packed'
  union all
  select booking.order_id from courier_bookings as booking join orders on orders.id = booking.order_id
  where orders.status in ('Placed', 'Confirmed', 'Packed') and booking.problem <> '' and (booking.state in ('requested', 'booked') or not ${hasNumber})
    and not exists (select from courier_bookings as later where later.order_id = booking.order_id and later.attempt > booking.attempt)
  union all
  select booking.order_id from courier_bookings as booking join orders on orders.id = booking.order_id
  where orders.status in ('Placed', 'Confirmed', 'Packed') and booking.state in ('requested', 'booked')
    and (booking.collect_paise <> ${currentCollect} or booking.address_changed)
`

/** A booking as administrators see it. */
export interface OrderBooking extends CourierBooking {
  /** what an administrator has to do something about: the order is to be booked again, or the booking cannot be cancelled */
  readonly toSolve: string | undefined
  readonly orderStatus: OrderStatus
  /** as the courier knows the parcel; null until it is booked */
  readonly providerOrderId: string | null
  readonly providerShipmentId: string | null
}

/** The last booking of each of these orders, by order id. */
export async function readOrderBookings({ database, ids }: { database: Database; ids: readonly string[] }) {
  if (ids.length === 0) return new Map()
  const rows = await database
    .selectFrom('courier_bookings as booking')
    .innerJoin('orders', 'orders.id', 'booking.order_id')
    .leftJoin('users', 'users.id', 'booking.requested_by')
    .leftJoin('courier_parcels as known', 'known.reference', 'booking.reference')
    .distinctOn('booking.order_id')
    .select([
      'booking.order_id as orderId',
      'orders.number',
      'orders.status',
      'booking.reference',
      'booking.state',
      'booking.problem',
      'known.state as parcelState',
    ])
    .select(['courier_name as courierName', 'booking.tracking_number as trackingNumber'])
    .select(['booking.collect_paise as collect', 'weight_grams as weightGrams', 'address_changed as isAddressChanged'])
    .select(['provider_order_id as providerOrderId', 'provider_shipment_id as providerShipmentId'])
    .select(['booking.created_at as createdAt', 'users.name as requestedBy'])
    .select(currentCollect.as('currentCollect'))
    .select(hasNumber.as('hasNumber'))
    .select(
      sql<string>`coalesce((
        select cancel_problem from courier_bookings as any_booking
        where any_booking.order_id = orders.id and cancel_problem <> '' order by attempt desc limit 1
      ), '')`.as('cancelProblem'),
    )
    .select(
      sql<string>`coalesce((
        select case when ${isParcelProblem} then parcel.problem else parcel.pickup_problem end from courier_parcels as parcel
        where parcel.order_id = orders.id and (${isParcelProblem} or (parcel.pickup_problem <> '' and orders.status = 'Packed')) order by parcel.created_at desc limit 1
      ), '')`.as('parcelProblem'),
    )
    .where('booking.order_id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('booking.order_id')
    .orderBy('booking.attempt', 'desc')
    .execute()
  return new Map(
    rows.map((row) => {
      const { orderId, number, reference, state, status, trackingNumber, courierName, weightGrams, requestedBy, hasNumber } = row
      const { providerOrderId, providerShipmentId, parcelState } = row
      const outdated = findOutdatedReason(row)
      const problem = outdated ?? (row.problem || null)
      const isOpen = state === 'requested' || state === 'booked'
      const isBookable = status === 'Packed' && (outdated !== undefined || (!isOpen && !hasNumber))
      const isToSolve = isBeforeShipping(status) && (isOpen || !hasNumber)
      return [
        orderId,
        {
          ...{ number, reference, state, problem, trackingNumber, courierName, weightGrams, requestedBy },
          ...{ orderStatus: status, providerOrderId, providerShipmentId },
          ...(state === 'booked' && parcelState !== null && { parcelState }),
          cancelProblem: row.cancelProblem || null,
          toCollect: toRupees(row.collect),
          requestedAt: row.createdAt.toISOString(),
          canBook: isBookable,
          canCancel: isOpen && isBeforeShipping(status),
          toSolve: (isToSolve && problem) || row.cancelProblem || row.parcelProblem || undefined,
        },
      ]
    }),
  )
}
