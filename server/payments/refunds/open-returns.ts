import { openReturnStates } from '#contract/orders/return-states.ts'
import { isUuid } from '../../database/is-uuid.ts'
import type { Database, Transaction } from '../../database/schema.ts'
import { AppError } from '../../kernel/errors.ts'
import { lockOrderPayment } from './refunds.ts'

/**
 * Locks the payments of an order and the order. An open return owns what is paid back for its items, so nothing else is refunded beside it.
 * @throws AppError 409 for an order with an open return.
 */
export async function rejectOpenReturn({ trx, orderId }: { trx: Transaction; orderId: string }): Promise<void> {
  if (!isUuid(orderId)) return
  await lockOrderPayment({ trx, orderId })
  await trx.selectFrom('orders').select('id').where('id', '=', orderId).forUpdate().execute()
  const open = await findOpenReturn({ database: trx, orderId })
  if (open) throw new AppError('return_open', open)
}

/** An open return of an order, or of the items that were sent for those that came back from it. */
export async function findOpenReturn({ database, orderId }: { database: Database | Transaction; orderId: string }) {
  if (!isUuid(orderId)) return undefined
  // Their returns are paid back from the payments of this order.
  const exchanges = database
    .selectFrom('orders as exchange')
    .innerJoin('returns as exchanged', 'exchanged.id', 'exchange.exchange_return_id')
    .select('exchange.id')
    .where('exchanged.order_id', '=', orderId)
  return database
    .selectFrom('returns')
    .select('number')
    .where((eb) => eb.or([eb('order_id', '=', orderId), eb('order_id', 'in', exchanges)]))
    .where('state', 'in', openReturnStates)
    .orderBy('id')
    .executeTakeFirst()
}
