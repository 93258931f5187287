import { sql } from 'kysely'
import { returnLimits } from '#contract/kernel/limits/return-limits.ts'
import type { Database, Transaction } from '../database/schema.ts'
import { AppError } from '../kernel/errors.ts'
import type { ReturnRow } from './read-returns.ts'

/** A little longer than the courier has, so that a request that still runs is not sent again. */
const busyUntil = sql<Date>`clock_timestamp() + make_interval(secs => ${(returnLimits.pickupBookingMs + 5_000) / 1_000})`

/**
 * Starts the booking of a pick-up, before the courier is asked. One whose answer is not known goes on with its reference.
 * @throws AppError 409 while another request books it.
 */
export async function startBooking({ trx, row: { id, number } }: { trx: Transaction; row: ReturnRow }) {
  const bookings = await trx
    .selectFrom('pickup_bookings')
    .select(['reference', 'state', 'created_at'])
    .select(sql<boolean>`busy_until > clock_timestamp()`.as('busy'))
    .where('return_id', '=', id)
    .execute()
  const open = bookings.find(({ state }) => state === 'open')
  if (open?.busy) throw new AppError('return_pickup_running')
  if (open) {
    await trx.updateTable('pickup_bookings').set({ busy_until: busyUntil }).where('reference', '=', open.reference).execute()
    return { reference: open.reference, createdAt: open.created_at, isRepeated: true }
  }
  const booking = await trx
    .insertInto('pickup_bookings')
    .values({ reference: `${number}-P${bookings.length + 1}`, return_id: id, busy_until: busyUntil })
    .returning(['reference', 'created_at'])
    .executeTakeFirstOrThrow()
  return { reference: booking.reference, createdAt: booking.created_at, isRepeated: false }
}

/** Records how the request to the courier has ended. An open booking can be sent again at once. */
export async function endBooking({
  database,
  reference,
  state,
}: {
  database: Database
  reference: string
  state: 'open' | 'booked' | 'rejected'
}): Promise<void> {
  const busy_until = sql<Date>`clock_timestamp()`
  await database.updateTable('pickup_bookings').set({ state, busy_until }).where('reference', '=', reference).execute()
}
