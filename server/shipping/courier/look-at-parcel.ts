import { sql } from 'kysely'
import { retryTransaction } from '../../database/retry.ts'
import type { Database } from '../../database/schema.ts'
import type { PaymentsPort } from '../../orders/order/order-dependencies.ts'
import { applyTracking, type ParcelClaim } from './apply-tracking.ts'
import { type Courier, CourierError, type TrackedParcel } from './courier.ts'

/** Longer than the courier may take for one look. */
const claimSeconds = 90
const failedLookSeconds = 600

/** Hours until the courier is asked again when it sends no message. */
const hoursUntilLook = { outForDelivery: 1, other: 6 }
const trackedDays = 30

/**
 * Claims a parcel that is due, or this one. A claim ends by itself, so that a crash repeats a look and loses none. Undefined when none is due.
 */
export async function claimParcel({ database, reference }: { database: Database; reference?: string }): Promise<ParcelClaim | undefined> {
  const isChosen = reference === undefined ? sql`due_at <= clock_timestamp()` : sql`reference = ${reference}`
  const { rows } = await sql<ParcelClaim>`
    with due as (
      select reference from courier_parcels where ${isChosen} order by due_at limit 1 for update skip locked
    )
    update courier_parcels as parcel set tries = parcel.tries + 1, due_at = clock_timestamp() + make_interval(secs => ${claimSeconds})
    from due, courier_bookings as booking where parcel.reference = due.reference and booking.reference = due.reference
    returning parcel.reference, parcel.order_id as "orderId", booking.provider_order_id as "providerOrderId", parcel.tries,
      clock_timestamp() as "claimedAt"
  `.execute(database)
  return rows[0]
}

interface Look {
  readonly database: Database
  readonly payments: PaymentsPort
  readonly courier: Courier
  readonly claim: ParcelClaim
}

/** Asks the courier about a claimed parcel, and brings parcel and order up to date, unless a later claim began. */
export async function lookAtParcel({ database, payments, courier, claim }: Look): Promise<void> {
  const { reference, providerOrderId: orderId, tries } = claim
  try {
    if (orderId === null) throw new CourierError(`${courier.name} gave no number for this order.`, { isRefused: true })
    const tracked = await courier.track({ reference, orderId })
    await retryTransaction(() =>
      database.transaction().execute((trx) => applyTracking({ trx, payments, courierName: courier.name, claim, tracked })),
    )
    await scheduleNext({ database, claim, tracked })
  } catch (error) {
    if (!(error instanceof CourierError)) throw error
    await database
      .updateTable('courier_parcels')
      .set({ look_problem: error.message, due_at: dueIn(failedLookSeconds, claim) })
      .where('reference', '=', reference)
      .where('tries', '=', tries)
      .execute()
  }
}

/** A message that came during the look causes another one. */
const dueIn = (seconds: number, { claimedAt }: ParcelClaim) =>
  sql<Date>`case when message_at > ${claimedAt} then clock_timestamp() else clock_timestamp() + make_interval(secs => ${seconds}) end`

/** When a parcel has arrived, or is older than `trackedDays`, only a message causes another look. */
async function scheduleNext({ database, claim, tracked }: Pick<Look, 'database' | 'claim'> & { tracked: TrackedParcel }): Promise<void> {
  const { state, isCancelled } = tracked
  const isOver = state === 'delivered' || state === 'returned' || isCancelled
  const hours = state === 'out for delivery' ? hoursUntilLook.outForDelivery : hoursUntilLook.other
  const next = dueIn(hours * 3_600, claim)
  const isOld = sql<boolean>`created_at < clock_timestamp() - make_interval(days => ${trackedDays})`
  await database
    .updateTable('courier_parcels')
    .set({
      due_at: sql<Date | null>`case
        when (${isOver} or ${isOld}) and not coalesce(message_at > ${claim.claimedAt}, false) then null else ${next} end`,
    })
    .where('reference', '=', claim.reference)
    .where('tries', '=', claim.tries)
    .execute()
}
