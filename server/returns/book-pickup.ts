import { sql } from 'kysely'
import type { CourierKey } from '#contract/shipping/couriers.ts'
import type { Database, Transaction } from '../database/schema.ts'
import { lockReturn } from './move-return.ts'
import type { PickupService } from './pickup-service.ts'
import { readReturnOrder } from './read-order.ts'
import { findReturn, type ReturnRow, readReturnLines } from './read-returns.ts'
import { recordReturn } from './record-return.ts'
import { returnError } from './return-error-rules.ts'

interface Booked {
  readonly courier: CourierKey
  readonly reference: string
}

interface Booking {
  readonly id: string
  /** booked elsewhere; undefined: to be booked by the courier's adapter */
  readonly booked: Booked | undefined
  /** of the return as the administrator saw it */
  readonly version: number
  /** the administrator's id */
  readonly actorId: string
}

/**
 * Records the pick-up of an accepted return, and books it if the shop has the adapter of a courier. A booking that exists is replaced.
 * @throws AppError 404 for an unknown return.
 * @throws AppError 409 for a return that has changed or that no courier picks up, and without a reference when there is no adapter.
 */
export async function bookPickup({
  database,
  pickups,
  booking,
}: {
  database: Database
  pickups: PickupService | undefined
  booking: Booking
}): Promise<void> {
  const { id, version, actorId } = booking
  const row = await findReturn({ database, id })
  checkPickup({ row, version })
  const booked = booking.booked ?? (await bookByAdapter({ database, pickups, row }))
  await database.transaction().execute(async (trx) => {
    checkPickup({ row: await lockReturn({ trx, id, version }), version })
    await writePickup({ trx, id, booked })
    await recordReturn({ trx, returnId: id, event: 'Return pickup booked', actor: 'admin', actorId })
  })
}

function checkPickup({ row, version }: { row: ReturnRow; version: number }): void {
  if (row.version !== version) throw returnError('return_changed')
  if (row.state !== 'accepted' || row.handover !== 'pickup') throw returnError('return_step_not_possible')
}

/** Not in a transaction: the courier may take long. The number of the return keeps a repeated request from booking twice. */
async function bookByAdapter({
  database,
  pickups,
  row,
}: {
  database: Database
  pickups: PickupService | undefined
  row: ReturnRow
}): Promise<Booked> {
  if (!pickups) throw returnError('return_pickup_reference')
  const order = await readReturnOrder({ database, id: row.order_id })
  const lines = await readReturnLines({ database, ids: [row.id] })
  const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  return pickups.book({ number: row.number, from: order.row.delivery_address, pieces })
}

async function writePickup({ trx, id, booked }: { trx: Transaction; id: string; booked: Booked }): Promise<void> {
  const { courier, reference } = booked
  await trx
    .updateTable('returns')
    .set({ pickup_courier: courier, pickup_reference: reference, pickup_booked_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .execute()
}
