import { toRupees } from '#contract/money.ts'
import type { OrderPayment, ShopperRefund } from '#contract/payments.ts'
import { sumPaise } from '#contract/pricing.ts'
import { isUuid } from '../database/is-uuid.ts'
import type { Database } from '../database/schema.ts'

type Refund = OrderPayment['refunds'][number]

const shopperStates: Readonly<Record<Refund['status'], ShopperRefund['state']>> = {
  asked: 'on its way',
  pending: 'on its way',
  processed: 'done',
  failed: 'failed',
}

/** A refund as the shopper sees it: without the reason and the administrator. */
export function toShopperRefund({ _id, amount, status, createdAt, settledAt }: Refund): ShopperRefund {
  return { _id, amount, state: shopperStates[status], askedAt: createdAt, settledAt }
}

/** The card payment of an order with its refunds, oldest first, without replaced ones; undefined when the order was not paid by card. */
export async function readOrderPayment({ database, orderId }: { database: Database; orderId: string }): Promise<OrderPayment | undefined> {
  if (!isUuid(orderId)) return undefined
  const payment = await database
    .selectFrom('payments')
    .select(['provider_payment_id as paymentId', 'amount_paise'])
    .where('order_id', '=', orderId)
    .executeTakeFirst()
  if (!payment?.paymentId) return undefined
  const refunds = await database
    .selectFrom('refunds')
    .leftJoin('users', 'users.id', 'requested_by')
    .select(['refunds.id', 'amount_paise', 'reason', 'status', 'refunds.created_at', 'settled_at', 'users.name as askedBy'])
    .where('provider_payment_id', '=', payment.paymentId)
    .where('replaced_by', 'is', null)
    .orderBy('refunds.created_at')
    .execute()
  const refunded = sumPaise(refunds.filter(({ status }) => status !== 'failed').map((refund) => refund.amount_paise))
  return {
    paymentId: payment.paymentId,
    amount: toRupees(payment.amount_paise),
    refunded: toRupees(refunded),
    refunds: refunds.map(({ id, amount_paise, reason, status, askedBy, created_at, settled_at }) => ({
      _id: id,
      amount: toRupees(amount_paise),
      reason,
      status: status === 'requested' ? 'asked' : status,
      askedBy,
      createdAt: created_at.toISOString(),
      settledAt: settled_at?.toISOString() ?? null,
    })),
  }
}
