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

/** A booking as administrators see it. */
export interface OrderBooking extends CourierBooking {
  /** what an administrator has to do something about: the order is to be booked again, or the booking cannot be cancelled */
  readonly toSolve: string | undefined
}

/** The last booking of each of these orders, by order id. */
export async function readOrderBookings({
  database,
  ids,
}: {
  database: Database
  ids: readonly string[]
}): Promise<Map<string, OrderBooking>> {
  if (ids.length === 0) return new Map()
  const rows = await database
    .selectFrom('courier_bookings as booking')
    .innerJoin('orders', 'orders.id', 'booking.order_id')
    .leftJoin('users', 'users.id', 'booking.requested_by')
    .distinctOn('booking.order_id')
    .select(['booking.order_id as orderId', 'orders.number', 'orders.status', 'reference', 'state', 'problem'])
    .select(['cancel_problem as cancelProblem', 'courier_name as courierName', 'booking.tracking_number as trackingNumber'])
    .select(['booking.collect_paise as collect', 'weight_grams as weightGrams', 'address_changed as isAddressChanged'])
    .select(['booking.created_at as createdAt', 'users.name as requestedBy'])
    .select(currentCollect.as('currentCollect'))
    .select(
      sql<boolean>`exists (
        select from shipments where shipments.order_id = orders.id and direction = 'forward' and tracking_number is not null
      )`.as('hasNumber'),
    )
    .where('booking.order_id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('booking.order_id')
    .orderBy('booking.attempt', 'desc')
    .execute()
  return new Map(
    rows.map((row) => {
      const { orderId, number, reference, state, status, trackingNumber, courierName, weightGrams, requestedBy, hasNumber } = row
      const outdated = findOutdatedReason(row)
      const problem = outdated ?? (row.problem || null)
      const isOpen = state === 'requested' || state === 'booked'
      const isBookable = status === 'Packed' && (outdated !== undefined || (!isOpen && !hasNumber))
      const isToSolve = isBeforeShipping(status) && (isOpen || !hasNumber)
      return [
        orderId,
        {
          ...{ number, reference, state, problem, trackingNumber, courierName, weightGrams, requestedBy },
          cancelProblem: row.cancelProblem || null,
          toCollect: toRupees(row.collect),
          requestedAt: row.createdAt.toISOString(),
          canBook: isBookable,
          canCancel: isOpen && isBeforeShipping(status),
          toSolve: (isToSolve && problem) || row.cancelProblem || undefined,
        },
      ]
    }),
  )
}
