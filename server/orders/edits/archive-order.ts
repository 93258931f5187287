import { type RawBuilder, sql } from 'kysely'
import { inTransaction } from '../../database/in-transaction.ts'
import { isUuid } from '../../database/is-uuid.ts'
import type { Database } from '../../database/schema.ts'
import { AppError } from '../../kernel/errors.ts'

/** Orders that lists and figures show. The archived ones are few, so that this is a look into a small table in memory. */
export const isListed = (orderId: RawBuilder<string>) => sql<boolean>`${orderId} not in (select order_id from archived_orders)`

interface ArchiveRequest {
  readonly database: Database
  readonly id: string
  readonly isArchived: boolean
  /** the administrator's id */
  readonly actorId: string
}

/**
 * Takes a cancelled order out of lists and figures, such as a test order, or brings it back.
 * @throws AppError 404 for an unknown order.
 * @throws AppError 409 for an order that is not cancelled, or whose payment the shop has kept.
 */
export async function archiveOrder({ database, id, isArchived, actorId }: ArchiveRequest): Promise<void> {
  if (!isUuid(id)) throw new AppError('not_found')
  await inTransaction(database, async (trx) => {
    const order = await trx
      .selectFrom('orders')
      .select(['status', 'paid_paise', 'refunded_paise'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow(() => new AppError('not_found'))
    if (!isArchived) {
      await trx.deleteFrom('archived_orders').where('order_id', '=', id).execute()
      return
    }
    if (order.status !== 'Cancelled' || order.paid_paise > order.refunded_paise) throw new AppError('order_not_archivable')
    await trx
      .insertInto('archived_orders')
      .values({ order_id: id, archived_by: actorId })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  })
}
