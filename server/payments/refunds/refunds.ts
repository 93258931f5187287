import { sql, type Transaction } from 'kysely'
import { errorText } from '#contract/errors/errors.ts'
import { type Paise, paise } from '#contract/money.ts'
import { isUuid } from '../../database/is-uuid.ts'
import type { Tables } from '../../database/schema.ts'
import { AppError } from '../../errors.ts'
import type { RefundRequest } from '../../orders/order-dependencies.ts'

/** The smallest amount that the provider refunds; a smaller remainder is not refunded. */
export const minRefund = paise(100)

/** The reason of a refund that the shop has not requested. */
export const dashboardRefund = "refunded in the provider's dashboard"

/** The provider rejects refunds while its balance of the shop is too low, which may take the owner some days to notice. */
export const refundRetryDays = 3

interface OrderRefund {
  readonly trx: Transaction<Tables>
  readonly orderId: string
  readonly reason: string
}

export interface AdministratorRefund extends OrderRefund {
  /** undefined for all that is left */
  readonly amount: Paise | undefined
  /** what was refunded when the administrator looked, so that a repeated request is rejected */
  readonly expectedRefunded: Paise
  /** the administrator's id */
  readonly requestedBy: string
}

/**
 * Requests the refund of what is left of an order's card payment, if it has one, above `retained`. `processDueRefunds` sends it after
 * the delay. Returns the amount; 0 when there is nothing to refund.
 */
export async function refundRemaining({
  trx,
  orderId,
  reason,
  delaySeconds,
  retained = paise(0),
  requestedBy = null,
}: RefundRequest): Promise<Paise> {
  const payment = await lockPaymentOfOrder({ trx, orderId })
  const amount = payment ? payment.remaining - retained : 0
  if (!payment || amount < minRefund) return paise(0)
  const next_attempt_at = sql<Date>`clock_timestamp() + make_interval(secs => ${delaySeconds})`
  const refund = { ...payment.reference, amount_paise: paise(amount), reason, next_attempt_at, requested_by: requestedBy }
  await trx.insertInto('refunds').values(refund).execute()
  return paise(amount)
}

/** Deletes a refund that `refundRemaining` has requested. Returns false when it is due, because the provider may have it. */
export async function withdrawRefund({ trx, orderId, reason }: OrderRefund): Promise<boolean> {
  const requested = await trx
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'payment_id')
    .select(['refunds.id', sql<boolean>`refunds.status = 'requested' and next_attempt_at > clock_timestamp()`.as('isWithdrawable')])
    .where('order_id', '=', orderId)
    .where('reason', '=', reason)
    .where('requested_by', 'is', null)
    .where('refunds.status', '<>', 'failed')
    .forUpdate('refunds')
    .executeTakeFirst()
  if (!requested) return true
  if (!requested.isWithdrawable) return false
  await trx.deleteFrom('refunds').where('id', '=', requested.id).execute()
  return true
}

/** Requests a refund for an administrator. Throws `AppError` when the order has no card payment, or the amount does not fit. */
export async function refundPart({ trx, orderId, reason, requestedBy, ...refund }: AdministratorRefund): Promise<void> {
  const payment = await lockPaymentOfOrder({ trx, orderId })
  if (!payment) throw new AppError('refund_not_possible')
  const { reference, refunded, remaining } = payment
  const row = { ...reference, amount_paise: resolveAmount({ ...refund, refunded, remaining }), reason, requested_by: requestedBy }
  await trx.insertInto('refunds').values(row).execute()
}

/** The amount of a refund in paise. Throws `AppError` when it does not fit, or when the refunded sum has changed. */
export function resolveAmount({
  refunded,
  remaining,
  expectedRefunded,
  ...refund
}: Pick<AdministratorRefund, 'amount' | 'expectedRefunded'> & { refunded: Paise; remaining: Paise }): Paise {
  if (refunded !== expectedRefunded) throw new AppError('refund_changed')
  const amount = refund.amount ?? remaining
  if (remaining <= 0 || amount > remaining) throw new AppError('refund_too_large')
  if (amount < minRefund) throw amountError('refund_too_small')
  const rest = remaining - amount
  if (rest > 0 && rest < minRefund) throw amountError('refund_leaves_too_little')
  return amount
}

const amountError = (code: 'refund_too_small' | 'refund_leaves_too_little') => new AppError(code, { fields: { amount: errorText(code) } })

/** Locks the card payment of an order, if it has one. */
export async function lockOrderPayment({ trx, orderId }: { trx: Transaction<Tables>; orderId: string }): Promise<void> {
  await trx.selectFrom('payments').select('id').where('order_id', '=', orderId).forUpdate().execute()
}

/** The locked card payment of an order with what is refunded and what is left; undefined when it was not paid by card. */
async function lockPaymentOfOrder({ trx, orderId }: { trx: Transaction<Tables>; orderId: string }) {
  if (!isUuid(orderId)) return undefined
  const payment = await trx.selectFrom('payments').selectAll().where('order_id', '=', orderId).forUpdate().executeTakeFirst()
  if (!payment?.provider_payment_id) return undefined
  const reference = { payment_id: payment.id, provider_payment_id: payment.provider_payment_id }
  const { refunded } = await trx
    .selectFrom('refunds')
    .select(sql<Paise>`coalesce(sum(amount_paise), 0)::bigint`.as('refunded'))
    .where('provider_payment_id', '=', reference.provider_payment_id)
    .where('status', '<>', 'failed')
    .executeTakeFirstOrThrow()
  return { reference, refunded, remaining: paise(payment.amount_paise - refunded) }
}

/** Whether the advance of an order stays with the shop when the parcel is refused, as the policies said before it was paid. */
export async function keepsAdvance({ trx, orderId }: { trx: Transaction<Tables>; orderId: string }): Promise<boolean> {
  const payment = await trx.selectFrom('payments').select('keeps_advance').where('order_id', '=', orderId).executeTakeFirst()
  return payment?.keeps_advance ?? false
}
