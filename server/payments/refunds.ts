import { sql, type Transaction } from 'kysely'
import { errorText } from '#contract/errors.ts'
import { type Paise, paise } from '#contract/money.ts'
import { isUuid } from '../database/is-uuid.ts'
import type { Tables } from '../database/schema.ts'
import { AppError } from '../errors.ts'

/** The smallest amount that the provider refunds; a smaller remainder is not refunded. */
export const minRefund = paise(100)

interface RefundRequest {
  /** of our payment */
  readonly paymentId: string
  readonly providerPaymentId: string
  readonly amount: Paise
  readonly reason: string
  /** the administrator; undefined for a refund that the shop requests automatically */
  readonly requestedBy?: string | undefined
}

/** Stores a refund; `processDueRefunds` sends it to the provider. */
export async function requestRefund({ trx, refund }: { trx: Transaction<Tables>; refund: RefundRequest }): Promise<void> {
  await trx
    .insertInto('refunds')
    .values({
      payment_id: refund.paymentId,
      provider_payment_id: refund.providerPaymentId,
      amount_paise: refund.amount,
      reason: refund.reason,
      requested_by: refund.requestedBy ?? null,
    })
    .execute()
}

/** Requests the refund of everything that is left of an order's card payment, if it has one. */
export async function refundRemaining({
  trx,
  orderId,
  reason,
}: {
  trx: Transaction<Tables>
  orderId: string
  reason: string
}): Promise<void> {
  const payment = await lockPaymentOfOrder({ trx, orderId })
  if (!payment || payment.remaining < minRefund) return
  const { id: paymentId, providerPaymentId, remaining: amount } = payment
  await requestRefund({ trx, refund: { paymentId, providerPaymentId, amount, reason } })
}

/**
 * Requests a refund for an administrator. `amount` is in paise; without it all that is left is refunded. `expectedRefunded`
 * is what was refunded when the administrator looked, so that a repeated request is refused. Throws `AppError` when the
 * order has no card payment, or the amount does not fit.
 */
export async function refundPart({
  trx,
  orderId,
  amount,
  expectedRefunded,
  reason,
  requestedBy,
}: {
  trx: Transaction<Tables>
  orderId: string
  amount?: Paise | undefined
  expectedRefunded: Paise
  reason: string
  requestedBy: string
}): Promise<void> {
  const payment = await lockPaymentOfOrder({ trx, orderId })
  if (!payment) throw new AppError('refund_not_possible')
  const { id: paymentId, providerPaymentId, refunded, remaining } = payment
  if (refunded !== expectedRefunded) throw new AppError('refund_changed')
  const requested = amount ?? remaining
  if (remaining <= 0 || requested > remaining) throw new AppError('refund_too_large')
  if (requested < minRefund) throw amountError('refund_too_small')
  const rest = remaining - requested
  if (rest > 0 && rest < minRefund) throw amountError('refund_leaves_too_little')
  await requestRefund({ trx, refund: { paymentId, providerPaymentId, amount: requested, reason, requestedBy } })
}

const amountError = (code: 'refund_too_small' | 'refund_leaves_too_little') => new AppError(code, { fields: { amount: errorText(code) } })

/** The locked card payment of an order with what is refunded and what is left; undefined when it was not paid by card. */
async function lockPaymentOfOrder({ trx, orderId }: { trx: Transaction<Tables>; orderId: string }) {
  if (!isUuid(orderId)) return undefined
  const payment = await trx
    .selectFrom('payments')
    .select(['id', 'provider_payment_id', 'amount_paise'])
    .where('order_id', '=', orderId)
    .forUpdate()
    .executeTakeFirst()
  if (!payment?.provider_payment_id) return undefined
  const { id, provider_payment_id: providerPaymentId } = payment
  const { refunded } = await trx
    .selectFrom('refunds')
    .select(sql<Paise>`coalesce(sum(amount_paise), 0)::bigint`.as('refunded'))
    .where('provider_payment_id', '=', providerPaymentId)
    .where('status', '<>', 'failed')
    .executeTakeFirstOrThrow()
  return { id, providerPaymentId, refunded, remaining: paise(payment.amount_paise - refunded) }
}
