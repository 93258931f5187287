import { type RawBuilder, sql } from 'kysely'
import { retryTransaction } from '../../database/retry.ts'
import type { Database } from '../../database/schema.ts'
import type { PaymentsPort } from '../../orders/order/order-dependencies.ts'
import { applyTracking, hasLeft, type ParcelClaim } from './apply-tracking.ts'
import { type Courier, CourierError, type TrackedParcel } from './courier.ts'

/** Longer than the courier may take for one look. */
const claimSeconds = 90

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

/**
 * Asks the courier about a claimed parcel, and brings parcel and order up to date, unless a later claim began. Returns whether the courier takes
 * more requests now. A failed look is stored with its reason and repeated later.
 */
export async function lookAtParcel({ database, payments, courier, claim }: Look): Promise<boolean> {
  const { reference, providerOrderId: orderId } = claim
  try {
    if (orderId === null) throw new CourierError(`${courier.name} gave no number for this order.`, { isRefused: true })
    const tracked = await courier.track({ reference, orderId })
    await retryTransaction(() =>
      database.transaction().execute((trx) => applyTracking({ trx, payments, courierName: courier.name, claim, tracked })),
    )
    const hours = tracked.state === 'out for delivery' ? hoursUntilLook.outForDelivery : hoursUntilLook.other
    await finishLook({ database, claim, isOver: isOver(tracked), delay: sql`make_interval(hours => ${hours})`, problem: '' })
    return true
  } catch (error) {
    const problem = error instanceof CourierError ? error.message : 'The answer of the courier could not be stored.'
    await finishLook({ database, claim, isOver: false, delay: failedDelay, problem })
    if (!(error instanceof CourierError)) throw error
    return !error.isBusy
  }
}

const isOver = ({ state, isCancelled }: TrackedParcel): boolean =>
  state === 'delivered' || state === 'returned' || (isCancelled && !hasLeft(state))

/** Ten minutes after the first failure, then twice as long each time, up to six hours. */
const failedDelay = sql`least(interval '6 hours', interval '10 minutes' * power(2, least(failed_looks, 10)))`

interface FinishedLook {
  readonly database: Database
  readonly claim: ParcelClaim
  /** nothing more happens to the parcel */
  readonly isOver: boolean
  /** until the next look */
  readonly delay: RawBuilder<unknown>
  /** why the look failed, or an empty text */
  readonly problem: string
}

/**
 * Sets when the courier is asked next. When a parcel has arrived, or is older than `trackedDays`, only a message causes another look; one that came
 * during this look causes it at once.
 */
async function finishLook({ database, claim, isOver, delay, problem }: FinishedLook): Promise<void> {
  const isOld = sql<boolean>`created_at < clock_timestamp() - make_interval(days => ${trackedDays})`
  await database
    .updateTable('courier_parcels')
    .set({
      look_problem: problem,
      failed_looks: problem === '' ? 0 : sql<number>`failed_looks + 1`,
      due_at: sql<Date | null>`case
        when message_at > ${claim.claimedAt} then clock_timestamp()
        when ${isOver} or ${isOld} then null
        else clock_timestamp() + ${delay} end`,
    })
    .where('reference', '=', claim.reference)
    .where('tries', '=', claim.tries)
    .execute()
}
