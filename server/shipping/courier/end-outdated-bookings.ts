import { sql } from 'kysely'
import { undoSeconds } from '#contract/kernel/business.ts'
import { isBeforeShipping } from '#contract/orders/order-status.ts'
import { recordActivity } from '../../activity/record-activity.ts'
import { retryTransaction } from '../../database/retry.ts'
import type { Database, Transaction } from '../../database/schema.ts'
import { AppError } from '../../kernel/errors.ts'
import { forEachSettled } from '../../kernel/for-each-settled.ts'
import { lockOrder } from '../../orders/lifecycle/transition-order.ts'
import { type BookingFacts, currentCollect, findOutdatedReason } from '../../orders/order/courier-bookings.ts'
import type { PaymentsPort } from '../../orders/order/order-dependencies.ts'
import { removeTrackingNumber } from '../save-shipment.ts'

/** A booking of an order that has not left after these days is left as it is. */
const checkedDays = 60

interface Bookings {
  readonly database: Database
  readonly payments: PaymentsPort
  /** only those of these orders */
  readonly ids?: readonly string[]
  readonly signal?: AbortSignal
}

/** Open bookings that no longer fit their orders are to be cancelled at the courier. Those of parcels that have left stay. */
export async function endOutdatedBookings({ database, payments, ids, signal }: Bookings): Promise<void> {
  const rows = await selectOpen(database)
    .where(
      sql<boolean>`(
        ${isCancelled} or (orders.status <> 'Cancelled' and (booking.collect_paise <> ${currentCollect} or address_changed))
        or (orders.status <> 'Cancelled' and booking.state = 'booked' and not ${hasItsNumber})
      )`,
    )
    .$if(ids !== undefined, (bookings) => bookings.where('booking.order_id', '=', sql<string>`any(${ids ?? []}::uuid[])`))
    .execute()
  await forEachSettled(
    rows,
    ({ reference, orderId }) =>
      retryTransaction(() =>
        database.transaction().execute(async (trx) => {
          await lockOrder({ trx, payments, id: orderId })
          const row = await selectOpen(trx).where('reference', '=', reference).forUpdate('booking').executeTakeFirst()
          if (!row) return
          const isRemoved = row.state === 'booked' && !row.hasItsNumber
          const problem = findOutdatedReason(row)
          if (problem === undefined && row.status !== 'Cancelled' && !isRemoved) return
          await endBooking({ trx, row, problem: row.status === 'Cancelled' ? '' : (problem ?? ''), actorId: null })
        }),
      ),
    signal,
  )
}

/** Not while it can be undone: a removed number would be a later event of the order. */
const isCancelled = sql<boolean>`(orders.status = 'Cancelled' and not exists (
  select from order_events
  where order_id = orders.id and event = 'Cancelled' and happened_at > clock_timestamp() - make_interval(secs => ${sql.lit(undoSeconds + 60)})
))`

const hasItsNumber = sql<boolean>`exists (
  select from shipments
  where shipments.order_id = orders.id and direction = 'forward' and shipments.tracking_number = booking.tracking_number
)`

const selectOpen = (database: Database) =>
  database
    .selectFrom('courier_bookings as booking')
    .innerJoin('orders', 'orders.id', 'booking.order_id')
    .select(['reference', 'booking.order_id as orderId', 'state', 'problem', 'booking.collect_paise as collect', 'tries'])
    .select(['address_changed as isAddressChanged', 'orders.status', 'booking.tracking_number as trackingNumber'])
    .select(currentCollect.as('currentCollect'))
    .select(hasItsNumber.as('hasItsNumber'))
    .where('booking.state', 'in', ['requested', 'booked'])
    .where('orders.status', 'in', ['Placed', 'Confirmed', 'Packed', 'Cancelled'])
    .where(sql<boolean>`(booking.state = 'requested' or booked_at > clock_timestamp() - make_interval(days => ${sql.lit(checkedDays)}))`)

interface OpenRow extends BookingFacts {
  readonly orderId: string
  readonly trackingNumber: string | null
  readonly tries: number
}

interface Ending {
  readonly trx: Transaction
  readonly row: OpenRow
  /** why the order is to be booked again; empty when it is not */
  readonly problem: string
  readonly actorId: string | null
}

/**
 * Ends an open booking of a locked order: a job cancels it at the courier, unless the courier was never asked. A request that still runs
 * ends first, because the claim of the row is kept.
 */
async function endBooking({ trx, row: { reference, orderId, state, trackingNumber, tries }, problem, actorId }: Ending): Promise<void> {
  await trx
    .updateTable('courier_bookings')
    .set({
      state: state === 'requested' && tries === 0 ? 'cancelled' : 'cancelling',
      problem,
      ...(state === 'booked' && { due_at: sql<Date>`clock_timestamp()` }),
    })
    .where('reference', '=', reference)
    .execute()
  if (trackingNumber !== null) await removeTrackingNumber({ trx, orderId, trackingNumber, actorId })
}

/**
 * Cancels the open booking of an order that has not left.
 * @throws AppError 409 when there is none with this reference
 */
export async function cancelBooking({
  database,
  payments,
  ...booking
}: {
  database: Database
  payments: PaymentsPort
  orderId: string
  reference: string
  /** the administrator's id */
  actorId: string
}): Promise<void> {
  const { orderId, reference, actorId } = booking
  await retryTransaction(() =>
    database.transaction().execute(async (trx) => {
      const { order } = await lockOrder({ trx, payments, id: orderId })
      const row = await selectOpen(trx)
        .select('orders.number')
        .where('reference', '=', reference)
        .where('booking.order_id', '=', orderId)
        .forUpdate('booking')
        .executeTakeFirst()
      if (!row || !isBeforeShipping(order.status)) throw new AppError('booking_not_cancellable')
      await endBooking({ trx, row, problem: '', actorId })
      await recordActivity({ database: trx, actorId, call: 'cancelCourierBooking', subject: { id: orderId, name: row.number } })
    }),
  )
}
