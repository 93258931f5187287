import { paise } from '#contract/money.ts'
import { isUuid } from '../../database/is-uuid.ts'
import { AppError } from '../../errors.ts'
import { recordEvent } from '../../orders/lifecycle/order-events.ts'
import { type AdministratorRefund, resolveAmount } from './refunds.ts'

/**
 * Records money that the shop has paid back by hand for an order that was paid on delivery. Returns false for a card order and
 * an unknown one. Throws `AppError` when the cash has not been collected, or the amount does not fit.
 */
export async function recordCashRefund({ trx, orderId, reason, requestedBy, ...refund }: AdministratorRefund): Promise<boolean> {
  if (!isUuid(orderId)) return false
  const order = await trx
    .selectFrom('orders')
    .select(['paid_paise', 'refunded_paise'])
    .where('id', '=', orderId)
    .where('kind', '<>', 'card')
    .forUpdate()
    .executeTakeFirst()
  if (!order) return false
  const { paid_paise: paid, refunded_paise: refunded } = order
  if (paid === 0) throw new AppError('refund_not_possible')
  const amount = resolveAmount({ ...refund, refunded, remaining: paise(paid - refunded) })
  await trx.insertInto('cash_refunds').values({ order_id: orderId, amount_paise: amount, reason, recorded_by: requestedBy }).execute()
  const total = paise(refunded + amount)
  const payment_status = total === paid ? 'Refunded' : 'Paid'
  await trx.updateTable('orders').set({ refunded_paise: total, payment_status }).where('id', '=', orderId).execute()
  await recordEvent({ trx, orderId, event: 'Refunded', actor: 'admin', actorId: requestedBy, amount })
  return true
}
