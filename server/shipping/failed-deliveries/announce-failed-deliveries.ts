import { sql } from 'kysely'
import { retryTransaction } from '../../database/retry.ts'
import type { Database } from '../../database/schema.ts'
import { forEachSettled } from '../../kernel/for-each-settled.ts'
import { recordEvent } from '../../orders/order/order-events.ts'

/** Records each failed attempt in the history of its order, once, with the mail to the shopper. Returns whether there was one. */
export async function announceFailedDeliveries({ database, signal }: { database: Database; signal: AbortSignal }): Promise<boolean> {
  const isNew = sql<boolean>`(state = 'failed' and announced_attempts < greatest(attempts, 1))`
  const rows = await database
    .selectFrom('courier_parcels')
    .innerJoin('orders', 'orders.id', 'order_id')
    .select(['reference', 'order_id as orderId'])
    .where('state', '=', 'failed')
    .where(isNew)
    .where('orders.status', '=', 'Shipped')
    .execute()
  const announce = ({ reference, orderId }: (typeof rows)[number]) =>
    retryTransaction(() =>
      database.transaction().execute(async (trx) => {
        await trx.selectFrom('orders').select('id').where('id', '=', orderId).forUpdate().execute()
        const row = await trx
          .updateTable('courier_parcels')
          .set({ announced_attempts: sql<number>`greatest(attempts, 1)` })
          .where('reference', '=', reference)
          .where(isNew)
          .returning('reference')
          .executeTakeFirst()
        if (row) await recordEvent({ trx, orderId, event: 'Delivery failed', actor: 'system', actorId: null })
      }),
    )
  await forEachSettled(rows, announce, signal)
  return rows.length > 0
}
