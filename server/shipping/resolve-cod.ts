import { sql } from 'kysely'
import { isUuid } from '../database/is-uuid.ts'
import { retryTransaction } from '../database/retry.ts'
import type { Database, Transaction } from '../database/schema.ts'
import { AppError } from '../kernel/errors.ts'
import { recordEvent } from '../orders/order/order-events.ts'
import { lockListsShared, lockOrders } from './match-lines.ts'

interface Resolution {
  readonly database: Database
  readonly id: string
  readonly note: string
  /** the administrator's id */
  readonly resolvedBy: string
}

/** Runs a transaction in which no list is entered or undone. */
const runBesideLists = ({ database, run }: { database: Database; run: (trx: Transaction) => Promise<void> }): Promise<void> =>
  retryTransaction(() =>
    database.transaction().execute(async (trx) => {
      await lockListsShared.execute(trx)
      await run(trx)
    }),
  )

/** Records what was done about a payment that does not match. Throws `AppError` (409) when it is resolved already. */
export async function resolveCodLine({ database, id, note, resolvedBy }: Resolution): Promise<void> {
  if (!isUuid(id)) throw new AppError('not_found')
  const resolve = async (trx: Transaction) => {
    const line = await trx
      .updateTable('cod_remittance_lines')
      .set({ note, resolved_by: resolvedBy, resolved_at: sql<Date>`clock_timestamp()` })
      .where('id', '=', id)
      .where('outcome', '<>', 'matched')
      .where('resolved_at', 'is', null)
      .returning('order_id')
      .executeTakeFirstOrThrow(() => new AppError('cod_resolved'))
    if (line.order_id !== null) await recordResolved({ trx, orderId: line.order_id, note, actorId: resolvedBy })
  }
  await runBesideLists({ database, run: resolve })
}

/** Records why the cash of an order is not expected any more. Throws `AppError` (409) when it is resolved, or paid, already. */
export async function resolveCodOrder({ database, id, note, resolvedBy }: Resolution): Promise<void> {
  if (!isUuid(id)) throw new AppError('not_found')
  const resolve = async (trx: Transaction) => {
    await lockOrders({ trx, ids: [id] })
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('cod_resolutions')
      .columns(['order_id', 'note', 'resolved_by'])
      .expression((eb) =>
        eb
          .selectFrom('unpaid_cod_orders')
          .select(['order_id', sql<string>`${note}`.as('note'), sql<string>`${resolvedBy}::uuid`.as('resolved_by')])
          .where('order_id', '=', id),
      )
      .onConflict((conflict) => conflict.column('order_id').doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows !== 1n) throw new AppError('cod_resolved')
    await recordResolved({ trx, orderId: id, note, actorId: resolvedBy })
  }
  await runBesideLists({ database, run: resolve })
}

async function recordResolved({ trx, orderId, note, actorId }: { trx: Transaction; orderId: string; note: string; actorId: string }) {
  const change = { kind: 'courier payment', before: {}, after: { note } } as const
  await recordEvent({ trx, orderId, event: 'Courier payment resolved', actor: 'admin', actorId, internal: true, change })
}
