import { sql } from 'kysely'
import { type Paise, paise } from '#contract/money.ts'
import { isUuid } from '../../database/is-uuid.ts'
import { AppError } from '../../errors.ts'
import { recordEvent } from '../../orders/lifecycle/order-events.ts'
import { type AdministratorRefund, resolveAmount } from './refunds.ts'

/**
 * Records money that the shop has paid back by hand for an order that was paid on delivery: of its cash, not of an advance. Returns false for
 * a card order, one whose advance alone is paid, and an unknown one. Throws `AppError` when nothing has been collected, or the amount does
 * not fit.
 */
export async function recordCashRefund({ trx, orderId, reason, requestedBy, ...refund }: AdministratorRefund): Promise<boolean> {
  if (!isUuid(orderId)) return false
  const order = await trx
    .selectFrom('orders')
    .select(['paid_paise', 'refunded_paise', 'advance_paise'])
    .where('id', '=', orderId)
    .where('kind', '<>', 'card')
    .forUpdate()
    .executeTakeFirst()
  if (!order) return false
  const { paid_paise: paid, advance_paise: advance } = order
  const cash = paise(paid - advance)
  if (cash === 0 && advance > 0) return false
  if (cash === 0) throw new AppError('refund_not_possible')
  const refunded = await sumCashRefunds({ trx, orderId })
  const amount = resolveAmount({ ...refund, refunded, remaining: paise(cash - refunded) })
  await trx.insertInto('cash_refunds').values({ order_id: orderId, amount_paise: amount, reason, recorded_by: requestedBy }).execute()
  const total = paise(order.refunded_paise + amount)
  const payment_status = total === paid ? 'Refunded' : 'Paid'
  await trx.updateTable('orders').set({ refunded_paise: total, payment_status }).where('id', '=', orderId).execute()
  await recordEvent({ trx, orderId, event: 'Refunded', actor: 'admin', actorId: requestedBy, amount })
  return true
}

/** What was paid back by hand for an order. With the order locked. */
async function sumCashRefunds({ trx, orderId }: Pick<AdministratorRefund, 'trx' | 'orderId'>): Promise<Paise> {
  const { sum } = await trx
    .selectFrom('cash_refunds')
    .select(sql<Paise>`coalesce(sum(amount_paise), 0)::bigint`.as('sum'))
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  return sum
}
