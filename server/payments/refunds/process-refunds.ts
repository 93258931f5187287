import { type Selectable, sql, type Transaction } from 'kysely'
import { type Paise, paise } from '#contract/kernel/money.ts'
import { sumPaise } from '#contract/kernel/pricing.ts'
import { isMoneyHeld } from '../../database/money-hold.ts'
import type { Database, Tables } from '../../database/schema.ts'
import { forEachSettled } from '../../kernel/for-each-settled.ts'
import { recordEvent } from '../../orders/order/order-events.ts'
import { creditReturnedParcel } from '../../tax/credit-notes.ts'
import { type Gateway, GatewayError, type GatewayRefund, ignoreGatewayError } from '../provider/gateway.ts'
import type { PaymentContext } from '../provider/gateways.ts'
import { maxRejections, nextAttemptAt, now } from '../provider/process-batches.ts'
import { minRefund } from './divide-refund.ts'
import { dashboardRefund, refundRetryDays } from './refunds.ts'

type RefundRow = Selectable<Tables['refunds']>

interface RefundContext extends PaymentContext {
  /** `paid` is the amount of its payment */
  readonly refund: RefundRow & { readonly provider: string; readonly paid: Paise }
}

/** Sends requested refunds to the provider, unless money is held after a restore, and fetches the status of pending ones. The refund's id is its idempotency key. */
export async function processDueRefunds({ database, gateways }: PaymentContext): Promise<void> {
  const due = await database
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'payment_id')
    .selectAll('refunds')
    .select(['payments.provider', 'payments.amount_paise as paid'])
    .where((eb) => eb.or([eb('refunds.status', '=', 'pending'), eb.and([eb('refunds.status', '=', 'requested'), eb.not(isMoneyHeld)])]))
    .where('next_attempt_at', '<=', now)
    .orderBy('next_attempt_at')
    .limit(50)
    // A locked refund is being withdrawn, or another server is recording its answer.
    .forUpdate('refunds')
    .skipLocked()
    .execute()
  await forEachSettled(due, (refund) => processRefund({ database, gateways, refund }))
}

const isRetryOver = sql`created_at < clock_timestamp() - make_interval(days => ${refundRetryDays})`

async function processRefund({ database, gateways, refund }: RefundContext): Promise<void> {
  const { id, provider_payment_id: paymentId, provider_refund_id: refundId, amount_paise: amount } = refund
  try {
    const gateway = gateways.of(refund.provider)
    const request = { paymentId, amount, key: id, speed: refund.speed ?? 'normal' }
    const answer = refundId ? await gateway.fetchRefund({ paymentId, refundId }) : await gateway.refund(request)
    await recordRefundAnswer({ database, id, answer })
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    // Only the request itself can be rejected for good. A refund that the provider has is fetched until it is settled.
    const isRejected = !refundId && error.kind === 'rejected'
    if (isRejected && (await retryWithRemaining({ database, gateways, refund }))) return
    const rejections = refund.rejections + Number(isRejected)
    await database
      .updateTable('refunds')
      .set({ attempts: refund.attempts + 1, rejections, next_attempt_at: nextAttemptAt(refund.attempts) })
      .$if(isRejected, (query) => query.set({ last_rejection: error.reason ?? error.message }))
      .$if(isRejected && rejections >= maxRejections, (query) =>
        query.set({
          status: sql`case when ${isRetryOver} then 'failed' else status end`,
          settled_at: sql`case when ${isRetryOver} then clock_timestamp() end`,
        }),
      )
      .where('id', '=', id)
      // Another server may have recorded an answer since.
      .where('status', '=', refund.status)
      .execute()
  }
}

/**
 * A refund is rejected when other refunds have left less than its amount. Replaces it by one of what is left, or marks it as
 * failed when nothing is. Returns false when the rejection has another cause.
 */
async function retryWithRemaining({ database, gateways, refund }: RefundContext): Promise<boolean> {
  const { id, payment_id, provider_payment_id, reason, requested_by } = refund
  const payment = { paymentId: payment_id, providerPaymentId: provider_payment_id }
  const refunded = await syncRefunds({ database, gateway: gateways.of(refund.provider), ...payment }).catch(ignoreGatewayError)
  if (refunded === undefined) return false
  const remaining = refund.paid - refunded
  if (remaining >= refund.amount_paise) return false
  await database.transaction().execute(async (trx) => {
    const current = await trx.selectFrom('refunds').select('status').where('id', '=', id).forUpdate().executeTakeFirst()
    // Another server has settled or replaced it.
    if (current?.status !== 'requested') return
    // A new row, because another amount needs another idempotency key.
    const row = { payment_id, provider_payment_id, amount_paise: paise(remaining), reason, requested_by }
    const smaller = remaining < minRefund ? undefined : await trx.insertInto('refunds').values(row).returning('id').executeTakeFirst()
    const replaced = { status: 'failed', settled_at: now, replaced_by: smaller?.id ?? null } as const
    await trx.updateTable('refunds').set(replaced).where('id', '=', id).execute()
  })
  return true
}

async function recordRefundAnswer({ database, id, answer }: { database: Database; id: string; answer: GatewayRefund }): Promise<void> {
  await database.transaction().execute(async (trx) => {
    const refund = await trx.selectFrom('refunds').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
    // Another server has settled the refund, or replaced it by one of what is left.
    if (refund?.status !== 'requested' && refund?.status !== 'pending') return
    const attempts = refund.attempts + 1
    await trx
      .updateTable('refunds')
      .set({ provider_refund_id: answer.id, status: answer.status, attempts, next_attempt_at: nextAttemptAt(attempts) })
      .$if(answer.status !== 'pending', (query) => query.set({ settled_at: now }))
      .where('id', '=', id)
      .execute()
    if (answer.status === 'processed') await recordRefundedOrder({ trx, refund })
  })
}

/** Adds the refund to the order's history. The order's payment status is Refunded when nothing is left to refund. */
async function recordRefundedOrder({ trx, refund }: { trx: Transaction<Tables>; refund: RefundRow }): Promise<void> {
  const payment = await trx
    .selectFrom('payments')
    .select('order_id as orderId')
    .where('id', '=', refund.payment_id)
    // A second payment of the same checkout does not belong to the order.
    .where('provider_payment_id', '=', refund.provider_payment_id)
    .executeTakeFirst()
  if (!payment?.orderId) return
  const { orderId } = payment
  const { rows } = await sql<{ remaining: Paise }>`
    select sum(amount_paise - coalesce((
      select sum(refunds.amount_paise) from refunds
      where refunds.provider_payment_id = payments.provider_payment_id and refunds.status = 'processed'
    ), 0))::bigint as remaining
    from payments where order_id = ${orderId} and provider_payment_id is not null
  `.execute(trx)
  const remaining = rows[0]?.remaining ?? 0
  if (remaining < minRefund) {
    // The courier still collects the rest of an order whose advance is refunded, or has collected it.
    const isAll = sql<boolean>`advance_paise = 0 or status in ('Cancelled', 'Refused', 'Undelivered') or (status = 'Delivered' and refunded_paise >= paid_paise)`
    await trx.updateTable('orders').set({ payment_status: 'Refunded' }).where('id', '=', orderId).where(isAll).execute()
  }
  await recordEvent({ trx, orderId, event: 'Refunded', actor: 'system', actorId: null, amount: refund.amount_paise })
  // A refund of the provider's dashboard changes what is kept of a parcel that came back.
  await creditReturnedParcel({ trx, orderId })
}

interface CapturedPayment {
  readonly database: Database
  readonly gateway: Gateway
  readonly paymentId: string
  readonly providerPaymentId: string
  /** a comparison with the provider finds these refunds, which an administrator then reviews */
  readonly isComparison?: boolean
}

/**
 * Stores the refunds of a payment that the shop does not know, for example those made in the provider's dashboard. They are
 * stored as pending and due, so `processDueRefunds` fetches their status next. Returns the sum of all refunds at the
 * provider that have not failed. Throws `GatewayError`.
 */
export async function syncRefunds({
  database,
  gateway,
  paymentId,
  providerPaymentId,
  isComparison = false,
}: CapturedPayment): Promise<Paise> {
  const refunds = (await gateway.fetchRefunds(providerPaymentId)).filter((refund) => refund.status !== 'failed')
  const refunded = sumPaise(refunds.map((refund) => paise(refund.amount)))
  const known = await database
    .selectFrom('refunds')
    .select(['id', 'provider_refund_id', 'status'])
    .where('payment_id', '=', paymentId)
    .where('provider_payment_id', '=', providerPaymentId)
    .execute()
  // One row stands for all refunds of a payment that was refunded before the shop saw it.
  if (known.some((row) => row.status === 'processed' && row.provider_refund_id === null)) return refunded
  for (const { id, amount, receipt } of refunds) {
    if (known.some((row) => row.provider_refund_id === id)) continue
    const pending = { provider_refund_id: id, status: 'pending', next_attempt_at: now, settled_at: null, replaced_by: null } as const
    const requested = known.find((row) => row.id === receipt)
    if (requested) {
      // The shop requested this refund, and the answer was lost. It may have been marked as failed since.
      await database.updateTable('refunds').set(pending).where('id', '=', requested.id).where('provider_refund_id', 'is', null).execute()
      continue
    }
    const row = { ...pending, payment_id: paymentId, provider_payment_id: providerPaymentId, amount_paise: paise(amount) }
    await database
      .insertInto('refunds')
      .values(isComparison ? { ...row, reason: 'found at the provider', found_at: now } : { ...row, reason: dashboardRefund })
      .onConflict((conflict) => conflict.column('provider_refund_id').doNothing())
      .execute()
  }
  return refunded
}
