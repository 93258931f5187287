import { sql } from 'kysely'
import { type Paise, toPaise, toRupees } from '#contract/kernel/money.ts'
import { sumPaise } from '#contract/kernel/pricing.ts'
import { paymentErrors } from '#contract/payments/payment-errors.ts'
import type { OrderPayment, ShopperRefund } from '#contract/payments/payments.ts'
import { isUuid } from '../../database/is-uuid.ts'
import type { Database } from '../../database/schema.ts'
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
  return reason && paymentErrors.payment_refunded.text({ reason, isCaptured: paymentId !== null })
}

interface OrderKey {
  readonly database: Database
  readonly orderId: string
}

/**
 * The payment of an order; null when nothing has been paid. `sentBack`: payments that the order did not need. `voidReason`: why the shop
 * cancelled the order.
 */
export async function readOrderPayment({ database, orderId }: OrderKey): Promise<PaidParts & { sentBack?: OrderPayment[] }> {
  if (!isUuid(orderId)) return { payment: null, voidReason: null }
  const sentBack = await readSentBack({ database, orderId })
  return { ...(await readPayment({ database, orderId })), ...(sentBack.length > 0 && { sentBack }) }
}

/** Payments that were captured for an order that was paid in another way, oldest first. */
async function readSentBack({ database, orderId }: OrderKey): Promise<OrderPayment[]> {
  const captured = await database
    .selectFrom('captured_payments')
    .innerJoin('payments', 'payments.id', 'payment_id')
    .select(['captured_payments.provider_payment_id as paymentId', 'captured_payments.amount_paise as amount'])
    .where(({ or, and, eb, ref }) =>
      or([
        eb('detached_from', '=', orderId),
        // A second payment of the same checkout.
        and([eb('order_id', '=', orderId), eb('captured_payments.provider_payment_id', '<>', ref('payments.provider_payment_id'))]),
      ]),
    )
    .orderBy('captured_at')
    .execute()
  return Promise.all(captured.map((payment) => readCaptured({ database, ...payment })))
}

interface PaidParts {
  /** what was paid online, or else the cash; null when nothing has been paid */
  readonly payment: OrderPayment | null
  /** the cash of an order whose `payment` is its advance */
  readonly cash?: OrderPayment
  readonly voidReason: string | null
}

async function readPayment({ database, orderId }: OrderKey): Promise<PaidParts> {
  const payments = await database
    .selectFrom('payments')
    .select(['provider_payment_id as paymentId', 'amount_paise as amount', 'void_reason'])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute()
  const voidReason = payments[0] ? describeVoid({ ...payments[0], provider_payment_id: payments[0].paymentId }) : null
  const paid = payments.flatMap(({ paymentId, amount }) => (paymentId === null ? [] : [{ paymentId, amount }]))
  const cash = await readCashPayment({ database, orderId })
  const parts = await Promise.all(paid.map((each) => readCaptured({ database, ...each })))
  const [first] = parts
  if (!first) return { payment: cash, voidReason }
  return { payment: parts.length === 1 ? first : joinPayments(parts), voidReason, ...(cash && { cash }) }
}

/** An advance and the payment of its rest as one. */
function joinPayments(parts: readonly OrderPayment[]): OrderPayment {
  const sum = (of: 'amount' | 'refunded') => toRupees(sumPaise(parts.map((each) => toPaise(each[of]))))
  const refunds = parts.flatMap((each) => each.refunds).toSorted((one, other) => (one.createdAt < other.createdAt ? -1 : 1))
  const paymentIds = parts.flatMap(({ paymentId }) => paymentId ?? [])
  return { paymentId: paymentIds[0] ?? null, paymentIds, amount: sum('amount'), refunded: sum('refunded'), refunds }
}

/** How an order was paid online, in the provider's word; undefined when it was not, or when that is not known. */
export async function readPaymentMethod({ database, orderId }: OrderKey): Promise<string | undefined> {
  const found = await database
    .selectFrom('payments')
    .innerJoin('captured_payments', 'captured_payments.provider_payment_id', 'payments.provider_payment_id')
    .select('method')
    .where('order_id', '=', orderId)
    .orderBy('payments.id', 'desc')
    .executeTakeFirst()
  return found?.method ?? undefined
}

/** The cash that the courier collected for an order, with its refunds, oldest first; null when none was collected. */
async function readCashPayment({ database, orderId }: OrderKey): Promise<OrderPayment | null> {
  const order = await database
    .selectFrom('orders')
    .select(sql<Paise>`paid_paise - advance_paise`.as('amount'))
    .where('id', '=', orderId)
    .where('kind', '<>', 'card')
    .where(sql<boolean>`paid_paise > advance_paise`)
    .executeTakeFirst()
  if (!order) return null
  const refunds = await database
    .selectFrom('cash_refunds')
    .leftJoin('users', 'users.id', 'recorded_by')
    .select(['cash_refunds.id', 'amount_paise', 'reason', 'cash_refunds.created_at', 'users.name as askedBy'])
    .where('order_id', '=', orderId)
    .orderBy('cash_refunds.id')
    .execute()
  return {
    paymentId: null,
    amount: toRupees(order.amount),
    refunded: toRupees(sumPaise(refunds.map(({ amount_paise }) => amount_paise))),
    refunds: refunds.map(({ id, amount_paise, reason, askedBy, created_at }) => {
      const createdAt = created_at.toISOString()
      return { _id: id, amount: toRupees(amount_paise), reason, status: 'processed', askedBy, createdAt, settledAt: createdAt }
    }),
  }
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
