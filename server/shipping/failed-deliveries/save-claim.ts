import { sql } from 'kysely'
import { recordActivity } from '../../activity/record-activity.ts'
import type { Database } from '../../database/schema.ts'
import { AppError } from '../../kernel/errors.ts'

interface ClaimChange {
  readonly database: Database
  readonly reference: string
  readonly claimedOn: string | null
  readonly claimReference: string
  readonly isClosed: boolean
  /** the administrator's id */
  readonly actorId: string
}

/** Changes the open claim of a lost or damaged parcel. @throws AppError 404 when it has none. */
export async function saveClaim({ database, reference, claimedOn, claimReference, isClosed, actorId }: ClaimChange): Promise<void> {
  await database.transaction().execute(async (trx) => {
    const order = await trx
      .updateTable('courier_parcels')
      .from('orders')
      .set({
        claimed_on: claimedOn,
        claim_reference: claimReference,
        ...(isClosed && { claim_closed_at: sql<Date>`clock_timestamp()` }),
      })
      .whereRef('orders.id', '=', 'order_id')
      .where('reference', '=', reference)
      .where('claim_by', 'is not', null)
      .where('claim_closed_at', 'is', null)
      .returning(['orders.id', 'orders.number as name'])
      .executeTakeFirstOrThrow(() => new AppError('parcel_claim_not_found'))
    await recordActivity({ database: trx, actorId, call: 'saveParcelClaim', subject: order })
  })
}
