import { sql } from 'kysely'
import type { ShopSettings } from '#contract/settings/setting-groups.ts'
import type { Database, Transaction } from '../database/schema.ts'
import { AppError } from '../kernel/errors.ts'
import { lockReturn } from './locked-return.ts'
import { endBooking, startBooking } from './pickup-bookings.ts'
import { buildPickupRequest } from './pickup-request.ts'
import { type BookedPickup, PickupError, type PickupService } from './pickup-service.ts'
import { findReturn, type ReturnRow } from './read-returns.ts'
import { recordReturn } from './record-return.ts'

interface Booking {
  readonly id: string
  /** booked elsewhere; undefined: to be booked by the courier's adapter */
  readonly booked: BookedPickup | undefined
  /** of the return as the administrator saw it */
  readonly version: number
  /** the administrator's id */
  readonly actorId: string
}

interface Outside {
  readonly database: Database
  readonly pickups: PickupService | undefined
  readonly settings: Pick<ShopSettings, 'shop' | 'parcels'>
}

/**
 * Records the pick-up of an accepted return, and books it if the shop has the adapter of a courier. A booking that exists is replaced.
 * @throws AppError 404 for an unknown return.
 * @throws AppError 409 for a return that has changed or that no courier picks up, for an incomplete address, and without a reference when
 *   there is no adapter.
 * @throws AppError 503 when the courier has not booked it.
 */
export async function bookPickup({ booking, ...outside }: Outside & { booking: Booking }): Promise<void> {
  if (!booking.booked) return bookByAdapter({ booking, ...outside })
  const { id, version, booked, actorId } = booking
  await outside.database.transaction().execute(async (trx) => {
    const row = await lockReturn({ trx, id, version })
    checkPickup(row)
    await writePickup({ trx, id, booked })
    await recordReturn({ trx, row, event: 'Return pickup booked', actor: 'admin', actorId })
  })
}

function checkPickup({ state, handover }: ReturnRow): void {
  if (state !== 'accepted' || handover !== 'pickup') throw new AppError('return_step_not_possible')
}

/** Between two transactions, because the courier may take long. The reference of the first one keeps a repeated request from booking twice. */
async function bookByAdapter({
  database,
  pickups,
  settings,
  booking: { id, version, actorId },
}: Outside & { booking: Booking }): Promise<void> {
  const row = await findReturn({ database, id })
  if (row.version !== version) throw new AppError('return_changed')
  checkPickup(row)
  if (!pickups) throw new AppError('return_pickup_reference')
  const parcel = await buildPickupRequest({ database, row, settings })
  const started = await database.transaction().execute(async (trx) => {
    const locked = await lockReturn({ trx, id, version })
    checkPickup(locked)
    return startBooking({ trx, row: locked })
  })
  const { reference } = started
  const booked = await pickups.book({ ...parcel, ...started }).catch(async (error: unknown) => {
    const isRejected = error instanceof PickupError && error.endsReference
    await endBooking({ database, reference, state: isRejected ? 'rejected' : 'open' })
    throw error instanceof PickupError ? new AppError('return_pickup_failed', { reason: error.message }) : error
  })
  const isInTime = await database.transaction().execute(async (trx) => {
    const locked = await lockReturn({ trx, id })
    await endBooking({ database: trx, reference, state: 'booked' })
    // Also of a return that has ended meanwhile, whose pick-up is to be cancelled.
    await writePickup({ trx, id, booked })
    if (locked.state === 'accepted') await recordReturn({ trx, row: locked, event: 'Return pickup booked', actor: 'admin', actorId })
    return locked.state === 'accepted'
  })
  if (!isInTime) throw new AppError('return_pickup_too_late', { reference: booked.reference })
}

async function writePickup({ trx, id, booked }: { trx: Transaction; id: string; booked: BookedPickup }): Promise<void> {
  const { courier, reference } = booked
  await trx
    .updateTable('returns')
    .set({ pickup_courier: courier, pickup_reference: reference, pickup_booked_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .execute()
}
