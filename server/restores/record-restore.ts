import { sql } from 'kysely'
import { openReturnStates } from '#contract/orders/return-states.ts'
import type { Database, Transaction } from '../database/schema.ts'

interface NewRestore {
  readonly trx: Transaction
  readonly cause: 'backup' | 'older database'
  /** what happened later is not in the database */
  readonly madeAt: Date
}

/**
 * Records a restore, from which money is held, with the transfers that may have been paid since: refunds to pay, and open returns of what
 * was paid in cash. A restore that was still open has ended with it.
 */
export async function recordRestore({ trx, cause, madeAt }: NewRestore): Promise<void> {
  await sql`update restores set ended_at = clock_timestamp() where ended_at is null`.execute(trx)
  const { id } = await trx.insertInto('restores').values({ cause, made_at: madeAt }).returning('id').executeTakeFirstOrThrow()
  await sql`
    insert into restore_transfers (restore_id, payout_id)
    select ${id}, id from payouts where paid_at is null order by created_at
  `.execute(trx)
  await sql`
    insert into restore_transfers (restore_id, return_id)
    select ${id}, returns.id from returns
    join orders on orders.id = returns.order_id
    left join returns as exchanged on exchanged.id = orders.exchange_return_id
    join orders as paid on paid.id = coalesce(exchanged.order_id, orders.id)
    where returns.state = any(${openReturnStates}) and paid.kind <> 'card' and paid.paid_paise > paid.advance_paise
    order by returns.asked_at
  `.execute(trx)
}

/** The restore after which money is held, if there is one. */
export const findOpenRestore = ({ database }: { database: Database | Transaction }) =>
  database.selectFrom('restores').selectAll().where('ended_at', 'is', null).executeTakeFirst()

/** Ends the restore when the provider is compared and all transfers are answered. Returns whether money is free again. */
export async function endRestore({ database }: { database: Database | Transaction }): Promise<boolean> {
  const ended = await database
    .updateTable('restores')
    .set({ ended_at: sql<Date>`clock_timestamp()` })
    .where('ended_at', 'is', null)
    .where('compared_at', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('restore_transfers')
            .select('restore_transfers.id')
            .whereRef('restore_id', '=', 'restores.id')
            .where('answer', 'is', null),
        ),
      ),
    )
    .returning('id')
    .execute()
  return ended.length > 0
}
