import { openReturnStates } from '#contract/orders/return-states.ts'
import type { Transaction } from '../../database/schema.ts'

/** Deletes the photos of a shopper's returns, except of those that are still open. */
export async function deleteReturnPictures({ trx, userId }: { trx: Transaction; userId: string }): Promise<void> {
  await trx
    .deleteFrom('return_pictures')
    .using(['returns', 'orders'])
    .whereRef('returns.id', '=', 'return_pictures.return_id')
    .whereRef('orders.id', '=', 'returns.order_id')
    .where('orders.user_id', '=', userId)
    .where('returns.state', 'not in', openReturnStates)
    .execute()
}
