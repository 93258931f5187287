import { paise, toRupees } from '#contract/money.ts'
import type { OrderPayment } from '#contract/payments.ts'
import type { Database } from '../database/tables.ts'
import { isId } from '../products/store.ts'

/** The card payment of an order and what went back of it; undefined when it was not paid by card. */
export async function readOrderPayment({ database, orderId }: { database: Database; orderId: string }): Promise<OrderPayment | undefined> {
  if (!isId(orderId)) return undefined
  const payment = await database
    .selectFrom('payments')
    .select(['provider_payment_id', 'amount_paise'])
    .where('order_id', '=', orderId)
    .where('provider_payment_id', 'is not', null)
    .executeTakeFirst()
  if (!payment) return undefined
  const refunds = await database
    .selectFrom('refunds')
    .leftJoin('users', 'users.id', 'asked_by')
    .select(['refunds.id', 'amount_paise', 'reason', 'status', 'refunds.created_at', 'users.name as askedBy'])
    .where('provider_payment_id', '=', payment.provider_payment_id ?? '')
    .orderBy('refunds.created_at')
    .execute()
  const gone = refunds.filter((refund) => refund.status !== 'failed').reduce((sum, refund) => sum + refund.amount_paise, 0)
  return {
    paymentId: payment.provider_payment_id,
    amount: toRupees(payment.amount_paise),
    refunded: toRupees(paise(gone)),
    refunds: refunds.map(({ id, amount_paise, reason, status, askedBy, created_at }) => ({
      _id: id,
      amount: toRupees(amount_paise),
      reason,
      status,
      askedBy,
      createdAt: created_at.toISOString(),
    })),
  }
}
