import { sql } from 'kysely'
import { type Paise, paise } from '#contract/kernel/money.ts'
import { isUuid } from '../../database/is-uuid.ts'
import type { Database, Transaction } from '../../database/schema.ts'
import { AppError } from '../../kernel/errors.ts'
import { recordEvent } from '../../orders/order/order-events.ts'
import { type AdministratorRefund, resolveAmount } from './refunds.ts'

/**
 * Records money that the shop has paid back by hand for an order that was paid on delivery: of its cash, not of an advance. Returns
 * the amount; undefined for a card order, one whose advance alone is paid, and an unknown one. Throws `AppError` when nothing has been
 * collected, or the amount does not fit.
 */
export async function recordCashRefund({ trx, orderId, reason, requestedBy, ...refund }: AdministratorRefund): Promise<Paise | undefined> {
  if (!isUuid(orderId)) return undefined
  const order = await trx
    .selectFrom('orders')
    .select(['paid_paise', 'advance_paise'])
    .where('id', '=', orderId)
    .where('kind', '<>', 'card')
    .forUpdate()
    .executeTakeFirst()
  if (!order) return undefined
  const { paid_paise: paid, advance_paise: advance } = order
  const cash = paise(paid - advance)
  if (cash === 0 && advance > 0) return undefined
  if (cash === 0) throw new AppError('refund_not_possible')
  const refunded = await sumCashRefunds({ trx, orderId })
  const toPay = await sumOpenPayouts({ database: trx, orderId })
  const amount = resolveAmount({ ...refund, refunded, remaining: paise(cash - refunded - toPay) })
  await writeCashRefund({ trx, refund: { orderId, amount, reason, recordedBy: requestedBy } })
  return amount
}

interface CashRefund {
  readonly orderId: string
  readonly amount: Paise
  readonly reason: string
  /** the administrator's id */
  readonly recordedBy: string
}

/** Writes money that was paid back by hand, with its event and mail. With the order locked. */
export async function writeCashRefund({ trx, refund }: { trx: Transaction; refund: CashRefund }): Promise<void> {
  const { orderId, amount, reason, recordedBy } = refund
  await trx.insertInto('cash_refunds').values({ order_id: orderId, amount_paise: amount, reason, recorded_by: recordedBy }).execute()
  const order = await trx.selectFrom('orders').select(['paid_paise', 'refunded_paise']).where('id', '=', orderId).executeTakeFirstOrThrow()
  const total = paise(order.refunded_paise + amount)
  const payment_status = total === order.paid_paise ? 'Refunded' : 'Paid'
  await trx.updateTable('orders').set({ refunded_paise: total, payment_status }).where('id', '=', orderId).execute()
  await recordEvent({ trx, orderId, event: 'Refunded', actor: 'admin', actorId: recordedBy, amount })
}

/** What is still to be paid by hand for settled returns of an order. */
export async function sumOpenPayouts({ database, orderId }: { database: Database; orderId: string }): Promise<Paise> {
  const { sum } = await database
    .selectFrom('payouts')
    .select(sql<Paise>`coalesce(sum(amount_paise), 0)::bigint`.as('sum'))
    .where('order_id', '=', orderId)
    .where('paid_at', 'is', null)
    .executeTakeFirstOrThrow()
  return sum
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
