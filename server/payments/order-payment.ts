import { toRupees } from '#contract/money.ts'
import type { OrderPayment, refundStates } from '#contract/payments.ts'
import { sumPaise } from '#contract/pricing.ts'
import { isUuid } from '../database/is-uuid.ts'
import type { Database } from '../database/schema.ts'

type WireStatus = OrderPayment['refunds'][number]['status']

/** The API calls a requested refund `asked`. */
const toWireStatus = (status: Exclude<WireStatus, 'asked'> | 'requested'): WireStatus => (status === 'requested' ? 'asked' : status)

const shopperStates: Readonly<Record<WireStatus, (typeof refundStates)[number]>> = {
  asked: 'on its way',
  pending: 'on its way',
  processed: 'done',
  failed: 'failed',
}

/** The card payment of an order with its refunds, oldest first; undefined when the order was not paid by card. */
export async function readOrderPayment({ database, orderId }: { database: Database; orderId: string }): Promise<OrderPayment | undefined> {
  if (!isUuid(orderId)) return undefined
  const payment = await database
    .selectFrom('payments')
    .select(['provider_payment_id', 'amount_paise'])
    .where('order_id', '=', orderId)
    .where('provider_payment_id', 'is not', null)
    .executeTakeFirst()
  if (!payment) return undefined
  const refunds = await database
    .selectFrom('refunds')
    .leftJoin('users', 'users.id', 'requested_by')
    .select(['refunds.id', 'amount_paise', 'reason', 'status', 'refunds.created_at', 'settled_at', 'users.name as requestedBy'])
    .where('provider_payment_id', '=', payment.provider_payment_id ?? '')
    .orderBy('refunds.created_at')
    .execute()
  const refunded = sumPaise(refunds.filter(({ status }) => status !== 'failed').map((refund) => refund.amount_paise))
  return {
    paymentId: payment.provider_payment_id,
    amount: toRupees(payment.amount_paise),
    refunded: toRupees(refunded),
    refunds: refunds.map((refund) => ({
      _id: refund.id,
      amount: toRupees(refund.amount_paise),
      reason: refund.reason,
      status: toWireStatus(refund.status),
      askedBy: refund.requestedBy,
      createdAt: refund.created_at.toISOString(),
      settledAt: refund.settled_at?.toISOString() ?? null,
    })),
  }
}

/** The refunds of a shopper's own order; undefined when the shopper has no such order. */
export async function readShopperRefunds({ database, orderId, userId }: { database: Database; orderId: string; userId: string }) {
  if (!isUuid(orderId)) return undefined
  const order = await database.selectFrom('orders').select('id').where('id', '=', orderId).where('user_id', '=', userId).executeTakeFirst()
  if (!order) return undefined
  const payment = await readOrderPayment({ database, orderId })
  return (payment?.refunds ?? []).map(({ _id, amount, status, createdAt, settledAt }) => ({
    _id,
    amount,
    state: shopperStates[status],
    askedAt: createdAt,
    settledAt,
  }))
}
