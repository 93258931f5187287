import { type RawBuilder, sql, type Transaction } from 'kysely'
import { type Paise, paise } from '#contract/kernel/money.ts'
import { sumPaise } from '#contract/kernel/pricing.ts'
import { isUuid } from '../../database/is-uuid.ts'
import type { Tables } from '../../database/schema.ts'
import { AppError } from '../../kernel/errors.ts'
import type { RefundRequest } from '../../orders/order/order-dependencies.ts'
import { divideRefund, minRefund } from './divide-refund.ts'

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
 * Requests the refund of what is left of an order's online payments, if it has any, above `retained`. `processDueRefunds` sends it after
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
  const payments = await lockPaidPayments({ trx, orderId })
  const amount = sumPaise(payments.map(({ remaining }) => remaining)) - retained
  if (amount < minRefund) return paise(0)
  const next_attempt_at = sql<Date>`clock_timestamp() + make_interval(secs => ${delaySeconds})`
  return insertRefunds({ trx, payments, amount: paise(amount), refund: { reason, next_attempt_at, requested_by: requestedBy } })
}

/** Requests the refund of an amount as far as it was paid online and is left. Returns what is refunded. */
export async function refundUpTo({ trx, orderId, amount, reason, requestedBy }: OrderRefund & { amount: Paise; requestedBy: string }) {
  const payments = await lockPaidPayments({ trx, orderId })
  const online = paise(Math.min(amount, sumPaise(payments.map(({ remaining }) => remaining))))
  if (online < minRefund) return paise(0)
  return insertRefunds({ trx, payments, amount: online, refund: { reason, requested_by: requestedBy } })
}

interface NewRefunds {
  readonly trx: Transaction<Tables>
  readonly payments: Awaited<ReturnType<typeof lockPaidPayments>>
  readonly amount: Paise
  readonly refund: { readonly reason: string; readonly requested_by: string | null; readonly next_attempt_at?: RawBuilder<Date> }
}

/** Requests a refund for each payment that has a part of the amount. Returns what is refunded. */
async function insertRefunds({ trx, payments, amount, refund }: NewRefunds): Promise<Paise> {
  const parts = divideRefund({ amount, remaining: payments.map(({ remaining }) => remaining) })
  const rows = payments.flatMap(({ reference }, index) => {
    const part = parts[index] ?? paise(0)
    return part > 0 ? [{ ...reference, amount_paise: part, ...refund }] : []
  })
  if (rows.length > 0) await trx.insertInto('refunds').values(rows).execute()
  return sumPaise(parts)
}

/** Deletes the refunds that `refundRemaining` has requested. Returns false when they are due, because the provider may have them. */
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
    .execute()
  if (requested.length === 0) return true
  if (!requested.every(({ isWithdrawable }) => isWithdrawable)) return false
  const ids = requested.map(({ id }) => id)
  await trx.deleteFrom('refunds').where('id', 'in', ids).execute()
  return true
}

/** Requests a refund for an administrator. Returns its amount. Throws `AppError` when the order has no card payment, or the amount does not fit. */
export async function refundPart({ trx, orderId, reason, requestedBy, ...refund }: AdministratorRefund): Promise<Paise> {
  const payments = await lockPaidPayments({ trx, orderId })
  if (payments.length === 0) throw new AppError('refund_not_possible')
  const [refunded, remaining] = [payments.map((each) => each.refunded), payments.map((each) => each.remaining)].map(sumPaise)
  const amount = resolveAmount({ ...refund, refunded: refunded ?? paise(0), remaining: remaining ?? paise(0) })
  return insertRefunds({ trx, payments, amount, refund: { reason, requested_by: requestedBy } })
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

const amountError = (code: 'refund_too_small' | 'refund_leaves_too_little') => new AppError(code, { field: 'amount' })

/** Locks the online payments of an order, if it has any. */
export async function lockOrderPayment({ trx, orderId }: { trx: Transaction<Tables>; orderId: string }): Promise<void> {
  await trx.selectFrom('payments').select('id').where('order_id', '=', orderId).orderBy('id').forUpdate().execute()
}

/** The locked payments of an order that are paid, with what is refunded and what is left of each; the last one first. */
async function lockPaidPayments({ trx, orderId }: { trx: Transaction<Tables>; orderId: string }) {
  if (!isUuid(orderId)) return []
  const payments = await trx.selectFrom('payments').selectAll().where('order_id', '=', orderId).orderBy('id').forUpdate().execute()
  const refunds = trx
    .selectFrom('refunds')
    .select(['provider_payment_id', sql<Paise>`sum(amount_paise)::bigint`.as('sum')])
    .where('status', '<>', 'failed')
    .where('provider_payment_id', 'in', payments.flatMap(({ provider_payment_id: id }) => id ?? []).concat(''))
  const sums = new Map((await refunds.groupBy('provider_payment_id').execute()).map((row) => [row.provider_payment_id, row.sum]))
  return payments.toReversed().flatMap(({ id, provider_payment_id, amount_paise }) => {
    if (!provider_payment_id) return []
    const refunded = sums.get(provider_payment_id) ?? paise(0)
    return [{ reference: { payment_id: id, provider_payment_id }, refunded, remaining: paise(Math.max(0, amount_paise - refunded)) }]
  })
}

/** Whether the advance of an order stays with the shop when the parcel is refused, as the policies said before it was paid. */
export async function keepsAdvance({ trx, orderId }: { trx: Transaction<Tables>; orderId: string }): Promise<boolean> {
  const payment = await trx.selectFrom('payments').select('keeps_advance').where('order_id', '=', orderId).orderBy('id').executeTakeFirst()
  return payment?.keeps_advance ?? false
}
