import { sql } from 'kysely'
import { isUuid } from '../database/is-uuid.ts'
import { retryTransaction } from '../database/retry.ts'
import type { Database, Transaction } from '../database/schema.ts'
import { AppError } from '../kernel/errors.ts'
import { writePayment } from '../returns/payouts/pay-payout.ts'
import { endRestore } from './record-restore.ts'

interface TransferAnswer {
  readonly id: string
  readonly answer: { readonly answer: 'paid'; readonly reference: string } | { readonly answer: 'not paid' }
  /** the administrator's id */
  readonly actorId: string
}

/**
 * Records whether money was transferred after the backup. A refund that was paid is recorded with the reference of its transfer; the refund of
 * an open return gets it when the return is settled. The last answer ends the hold of money.
 * @throws AppError 404 for an unknown transfer. @throws AppError 409 for one that is answered.
 */
export async function answerTransfer({ database, ...answer }: TransferAnswer & { database: Database }): Promise<void> {
  await retryTransaction(() => database.transaction().execute((trx) => writeAnswer({ trx, ...answer })))
}

async function writeAnswer({ trx, id, answer, actorId }: TransferAnswer & { trx: Transaction }): Promise<void> {
  if (!isUuid(id)) throw new AppError('not_found')
  const found = await trx
    .selectFrom('restore_transfers')
    .leftJoin('payouts', 'payouts.id', 'payout_id')
    .select(['payout_id', 'payouts.version', 'payouts.paid_at'])
    .where('restore_transfers.id', '=', id)
    .executeTakeFirstOrThrow(() => new AppError('not_found'))
  const reference = answer.answer === 'paid' ? answer.reference : null
  const isUnpaid = found.payout_id !== null && found.paid_at === null
  // Locks the order and the payout before the answer is written.
  if (reference !== null && isUnpaid && found.payout_id !== null && found.version !== null)
    await writePayment({ trx, payment: { id: found.payout_id, reference, version: found.version, actorId } })
  const { numUpdatedRows } = await trx
    .updateTable('restore_transfers')
    .set({ answer: answer.answer, reference, answered_by: actorId, answered_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .where('answer', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new AppError('transfer_answered')
  await endRestore({ database: trx })
}
