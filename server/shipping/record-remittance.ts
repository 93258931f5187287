import { sql } from 'kysely'
import type { OrderChange } from '#contract/orders/order-change.ts'
import { type CourierKey, couriers } from '#contract/shipping/couriers.ts'
import { isUuid } from '../database/is-uuid.ts'
import { retryTransaction } from '../database/retry.ts'
import type { Database, Transaction } from '../database/schema.ts'
import { AppError } from '../errors.ts'
import { recordEvent } from '../orders/lifecycle/order-events.ts'
import { compareRemittance, findEnteredAt, type NewLine } from './check-remittance.ts'

interface NewList {
  readonly database: Database
  readonly courier: CourierKey
  readonly text: string
  /** the administrator's id */
  readonly enteredBy: string
}

/** Lists are entered one after another, so that none has a number that another one is about to record. */
const lockLists = sql`select pg_advisory_xact_lock(hashtext('cod_remittances'))`

/** Records the lines of a courier's list that can be read. A repeated list, or one without new lines, records nothing. */
export async function recordRemittance({ database, courier, text, enteredBy }: NewList) {
  return retryTransaction(() =>
    database.transaction().execute(async (trx) => {
      await lockLists.execute(trx)
      const { fingerprint, lines, newLines } = await compareRemittance({ database: trx, courier, text })
      const enteredAt = await findEnteredAt({ database: trx, fingerprint })
      if (enteredAt !== null || newLines.length === 0) return { enteredAt, lines, recorded: 0 }
      const { id } = await trx
        .insertInto('cod_remittances')
        .values({ courier, fingerprint, entered_by: enteredBy })
        .returning('id')
        .executeTakeFirstOrThrow()
      const rows = newLines.map(({ line, trackingNumber, amount, reference, paidOn, orderId, expected, outcome }) => ({
        remittance_id: id,
        line,
        tracking_number: trackingNumber,
        amount_paise: amount,
        reference,
        paid_on: paidOn,
        order_id: orderId,
        expected_paise: expected,
        outcome,
      }))
      await trx.insertInto('cod_remittance_lines').values(rows).execute()
      await recordPaidEvents({ trx, courier, lines: newLines, actorId: enteredBy })
      return { enteredAt: null, lines, recorded: rows.length }
    }),
  )
}

interface PaidOrders {
  readonly trx: Transaction
  readonly courier: CourierKey
  readonly lines: readonly NewLine[]
  readonly actorId: string
}

/** Records the payments in the histories of the orders. */
async function recordPaidEvents({ trx, courier, lines, actorId }: PaidOrders): Promise<void> {
  const events = lines.flatMap(({ orderId, amount, reference }) => {
    if (orderId === null) return []
    const from = [couriers[courier].name, reference].filter(Boolean).join(', ')
    const change: OrderChange = { kind: 'courier payment', before: {}, after: { amount, from } }
    const by = { actor: 'admin', actor_id: actorId, internal: true } as const
    return [{ order_id: orderId, event: 'Courier paid' as const, ...by, change: JSON.stringify(change) }]
  })
  if (events.length > 0) await trx.insertInto('order_events').values(events).execute()
}

interface Resolution {
  readonly database: Database
  readonly id: string
  readonly note: string
  /** the administrator's id */
  readonly resolvedBy: string
}

/** Records what was done about a payment that does not match. Throws `AppError` (409) when it is resolved already. */
export async function resolveCodLine({ database, id, note, resolvedBy }: Resolution): Promise<void> {
  if (!isUuid(id)) throw new AppError('not_found')
  await database.transaction().execute(async (trx) => {
    const line = await trx
      .updateTable('cod_remittance_lines')
      .set({ note, resolved_by: resolvedBy, resolved_at: sql<Date>`clock_timestamp()` })
      .where('id', '=', id)
      .where('outcome', '<>', 'matched')
      .where('resolved_at', 'is', null)
      .returning('order_id')
      .executeTakeFirst()
    if (!line) throw new AppError('cod_resolved')
    if (line.order_id !== null) await recordResolved({ trx, orderId: line.order_id, note, actorId: resolvedBy })
  })
}

/** Records why the cash of an order is not expected any more. Throws `AppError` (409) when it is resolved, or paid, already. */
export async function resolveCodOrder({ database, id, note, resolvedBy }: Resolution): Promise<void> {
  if (!isUuid(id)) throw new AppError('not_found')
  await database.transaction().execute(async (trx) => {
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('cod_resolutions')
      .columns(['order_id', 'note', 'resolved_by'])
      .expression((eb) =>
        eb
          .selectFrom('orders')
          .select(['id', sql<string>`${note}`.as('note'), sql<string>`${resolvedBy}::uuid`.as('resolved_by')])
          .where('id', '=', id)
          .where('status', '=', 'Delivered')
          .where('kind', '<>', 'card')
          .where(({ not, exists, selectFrom }) =>
            not(exists(selectFrom('cod_remittance_lines').select('id').whereRef('order_id', '=', 'orders.id'))),
          ),
      )
      .onConflict((conflict) => conflict.column('order_id').doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows !== 1n) throw new AppError('cod_resolved')
    await recordResolved({ trx, orderId: id, note, actorId: resolvedBy })
  })
}

async function recordResolved({ trx, orderId, note, actorId }: { trx: Transaction; orderId: string; note: string; actorId: string }) {
  const change = { kind: 'courier payment', before: {}, after: { note } } as const
  await recordEvent({ trx, orderId, event: 'Courier payment resolved', actor: 'admin', actorId, internal: true, change })
}
