import { type Selectable, sql, type Transaction } from 'kysely'
import { paise } from '#contract/money.ts'
import type { Database, Tables } from '../database/schema.ts'
import { recordEvent } from '../orders/events.ts'
import { nextAttemptAt } from './backoff.ts'
import { forEachSettled } from './for-each-settled.ts'
import { type Gateway, GatewayError, type GatewayRefund } from './gateway.ts'
import { minRefund } from './refunds.ts'
import { syncRefunds } from './sync-refunds.ts'

type RefundRow = Selectable<Tables['refunds']>

/** Sends requested refunds to the provider and fetches the status of pending ones. The refund's id is its idempotency key. */
export async function processDueRefunds({ database, gateway }: { database: Database; gateway: Gateway }): Promise<void> {
  const due = await database
    .selectFrom('refunds')
    .selectAll()
    .where('status', 'in', ['requested', 'pending'])
    .where('next_attempt_at', '<=', sql<Date>`clock_timestamp()`)
    .orderBy('next_attempt_at')
    .limit(50)
    .execute()
  await forEachSettled(due, async (refund) => {
    const { id, provider_payment_id: paymentId, provider_refund_id: refundId, amount_paise: amount } = refund
    try {
      const answer = refundId ? await gateway.fetchRefund({ paymentId, refundId }) : await gateway.refund({ paymentId, amount, key: id })
      await recordRefundAnswer({ database, id, answer })
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error
      // Only the request itself can be rejected for good. A refund that the provider has is fetched until it is settled.
      const isRejected = !refundId && error.kind === 'rejected'
      if (isRejected && (await retryWithRemaining({ database, gateway, refund }))) return
      await recordRefundFailure({ database, refund, isRejected })
    }
  })
}

/**
 * A refund is rejected when other refunds have left less than its amount. Reduces it to what is left, or marks it as failed
 * when nothing is. Returns false when the rejection has another cause.
 */
async function retryWithRemaining({
  database,
  gateway,
  refund,
}: {
  database: Database
  gateway: Gateway
  refund: RefundRow
}): Promise<boolean> {
  const { id, payment_id: paymentId, provider_payment_id: providerPaymentId } = refund
  const refunded = await syncRefunds({ database, gateway, paymentId, providerPaymentId }).catch((error: unknown) => {
    if (!(error instanceof GatewayError)) throw error
  })
  if (refunded === undefined) return false
  const { amount_paise: paid } = await database
    .selectFrom('payments')
    .select('amount_paise')
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow()
  const remaining = paid - refunded
  if (remaining >= refund.amount_paise) return false
  await database
    .updateTable('refunds')
    .set(
      remaining < minRefund
        ? { status: 'failed', settled_at: sql<Date>`clock_timestamp()` }
        : // Another amount needs another idempotency key.
          { id: sql<string>`uuidv7()`, amount_paise: paise(remaining), rejections: 0, next_attempt_at: sql<Date>`clock_timestamp()` },
    )
    .where('id', '=', id)
    .where('status', '=', 'requested')
    .execute()
  return true
}

const maxRejections = 6

/** Postpones the refund. After `maxRejections` it has failed. */
async function recordRefundFailure({
  database,
  refund,
  isRejected,
}: {
  database: Database
  refund: RefundRow
  isRejected: boolean
}): Promise<void> {
  const rejections = refund.rejections + (isRejected ? 1 : 0)
  const hasFailed = isRejected && rejections >= maxRejections
  await database
    .updateTable('refunds')
    .set({
      attempts: refund.attempts + 1,
      rejections,
      next_attempt_at: nextAttemptAt(refund.attempts),
      ...(hasFailed && { status: 'failed' as const, settled_at: sql<Date>`clock_timestamp()` }),
    })
    .where('id', '=', refund.id)
    // Another server may have recorded an answer since.
    .where('status', '=', refund.status)
    .execute()
}

async function recordRefundAnswer({ database, id, answer }: { database: Database; id: string; answer: GatewayRefund }): Promise<void> {
  await database.transaction().execute(async (trx) => {
    const refund = await trx.selectFrom('refunds').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
    // Another server has settled the refund, or replaced it by one of what is left.
    if (refund?.status !== 'requested' && refund?.status !== 'pending') return
    await trx
      .updateTable('refunds')
      .set({
        provider_refund_id: answer.id,
        status: answer.status,
        ...(answer.status !== 'pending' && { settled_at: sql<Date>`clock_timestamp()` }),
        attempts: refund.attempts + 1,
        next_attempt_at: nextAttemptAt(refund.attempts + 1),
      })
      .where('id', '=', id)
      .execute()
    if (answer.status === 'processed') await recordRefundedOrder({ trx, refund })
  })
}

/** Adds the refund to the order's history. The order's payment status is Refunded when nothing is left to refund. */
async function recordRefundedOrder({ trx, refund }: { trx: Transaction<Tables>; refund: RefundRow }): Promise<void> {
  const payment = await trx
    .selectFrom('payments')
    .select(['order_id', 'provider_payment_id', 'amount_paise'])
    .where('id', '=', refund.payment_id)
    .executeTakeFirstOrThrow()
  // A second payment of the same checkout does not belong to the order.
  if (!payment.order_id || payment.provider_payment_id !== refund.provider_payment_id) return
  const { refunded } = await trx
    .selectFrom('refunds')
    .select(sql<number>`coalesce(sum(amount_paise), 0)::bigint`.as('refunded'))
    .where('provider_payment_id', '=', refund.provider_payment_id)
    .where('status', '=', 'processed')
    .executeTakeFirstOrThrow()
  if (payment.amount_paise - refunded < minRefund) {
    await trx.updateTable('orders').set({ payment_status: 'Refunded' }).where('id', '=', payment.order_id).execute()
  }
  await recordEvent({ trx, orderId: payment.order_id, event: 'Refunded', actor: 'system', actorId: null, amount: refund.amount_paise })
}
