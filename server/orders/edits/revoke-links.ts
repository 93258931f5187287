import { isUuid } from '../../database/is-uuid.ts'
import type { Database } from '../../database/schema.ts'
import { AppError } from '../../kernel/errors.ts'
import { recordEvent } from '../order/order-events.ts'

/** Ends all links of an order that were mailed or copied before. Throws `AppError` (404) for an unknown order. */
export async function revokeLinks({ database, id, actorId }: { database: Database; id: string; actorId: string }): Promise<void> {
  if (!isUuid(id)) throw new AppError('not_found')
  await database.transaction().execute(async (trx) => {
    const changed = trx.updateTable('orders').set((eb) => ({ link_revision: eb('link_revision', '+', 1) }))
    const { numUpdatedRows } = await changed.where('id', '=', id).executeTakeFirst()
    if (numUpdatedRows === 0n) throw new AppError('not_found')
    await recordEvent({ trx, orderId: id, event: 'Links revoked', actor: 'admin', actorId, internal: true })
  })
}
