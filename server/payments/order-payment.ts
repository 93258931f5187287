import { errorText } from '#contract/errors.ts'
import { type Paise, toRupees } from '#contract/money.ts'
import type { OrderPayment, ShopperRefund } from '#contract/payments.ts'
import { sumPaise } from '#contract/pricing.ts'
import { isUuid } from '../database/is-uuid.ts'
import type { Database } from '../database/schema.ts'
import type { PaymentRow } from './holds.ts'

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

/** Why the shop cancelled the order of this payment, as a text for the shopper. */
export function describeVoid({
  void_reason: reason,
  provider_payment_id: paymentId,
}: Pick<PaymentRow, 'void_reason' | 'provider_payment_id'>) {
  return reason && errorText('payment_refunded', { reason, isCaptured: paymentId !== null })
}

/** The card payment of an order; null when the order was not paid by card. `voidReason`: why the shop cancelled the order. */
export async function readOrderPayment({ database, orderId }: { database: Database; orderId: string }) {
  const payments = database.selectFrom('payments').select(['provider_payment_id', 'amount_paise', 'void_reason'])
  const payment = isUuid(orderId) ? await payments.where('order_id', '=', orderId).executeTakeFirst() : undefined
  if (!payment) return { payment: null, voidReason: null }
  const { provider_payment_id: paymentId, amount_paise: amount } = payment
  return { payment: paymentId ? await readCaptured({ database, paymentId, amount }) : null, voidReason: describeVoid(payment) }
}

/** A captured payment with its refunds, oldest first, without replaced ones. */
async function readCaptured({
  database,
  paymentId,
  amount,
}: {
  database: Database
  paymentId: string
  amount: Paise
}): Promise<OrderPayment> {
  const refunds = await database
    .selectFrom('refunds')
    .leftJoin('users', 'users.id', 'requested_by')
    .select(['refunds.id', 'amount_paise', 'reason', 'status', 'refunds.created_at', 'settled_at', 'users.name as askedBy'])
    .where('provider_payment_id', '=', paymentId)
    .where('replaced_by', 'is', null)
    .orderBy('refunds.created_at')
    .execute()
  const refunded = sumPaise(refunds.filter(({ status }) => status !== 'failed').map((refund) => refund.amount_paise))
  return {
    paymentId,
    amount: toRupees(amount),
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
