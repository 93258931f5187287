import { toRupees } from '#contract/money.ts'
import type { OrderPayment, refundStates } from '#contract/payments.ts'
import { sumPaise } from '#contract/pricing.ts'
import type { Database } from '../database/schema.ts'
import { isId } from '../products/repository.ts'

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
    .select(['refunds.id', 'amount_paise', 'reason', 'status', 'refunds.created_at', 'settled_at', 'users.name as askedBy'])
    .where('provider_payment_id', '=', payment.provider_payment_id ?? '')
    .orderBy('refunds.created_at')
    .execute()
  const refunded = sumPaise(refunds.filter(({ status }) => status !== 'failed').map((refund) => refund.amount_paise))
  return {
    paymentId: payment.provider_payment_id,
    amount: toRupees(payment.amount_paise),
    refunded: toRupees(refunded),
    refunds: refunds.map(({ id, amount_paise, reason, status, askedBy, created_at, settled_at }) => ({
      _id: id,
      amount: toRupees(amount_paise),
      reason,
      status,
      askedBy,
      createdAt: created_at.toISOString(),
      settledAt: settled_at?.toISOString() ?? null,
    })),
  }
}

const stateOf: Record<OrderPayment['refunds'][number]['status'], (typeof refundStates)[number]> = {
  asked: 'on its way',
  pending: 'on its way',
  processed: 'done',
  failed: 'failed',
}

/** What goes back of this shopper's order; undefined when they have no such order. */
export async function readShopperRefunds({ database, orderId, userId }: { database: Database; orderId: string; userId: string }) {
  if (!isId(orderId)) return undefined
  const order = await database.selectFrom('orders').select('id').where('id', '=', orderId).where('user_id', '=', userId).executeTakeFirst()
  if (!order) return undefined
  const payment = await readOrderPayment({ database, orderId })
  return (payment?.refunds ?? []).map(({ _id, amount, status, createdAt, settledAt }) => ({
    _id,
    amount,
    state: stateOf[status],
    askedAt: createdAt,
    settledAt,
  }))
}
