import { sql } from 'kysely'
import type { Database, Transaction } from '../../database/schema.ts'
import { GatewayError, type WebhookEvent } from '../provider/gateway.ts'
import type { PaymentContext } from '../provider/gateways.ts'
import { batchSize, type DueWork, type ItemResult, maxRejections, nextAttemptAt, now, processBatches } from '../provider/process-batches.ts'
import { syncRefunds } from '../refunds/process-refunds.ts'
import { reconcileProviderOrder } from './reconcile.ts'

interface ReceivedEvent {
  readonly database: Database
  readonly provider: string
  readonly event: WebhookEvent
}

/** Stores an event of the provider once, however often it is delivered. */
export async function storeEvent({ database, provider, event }: ReceivedEvent): Promise<void> {
  const { id, name, providerOrderId, providerPaymentId, body } = event
  await database
    .insertInto('payment_events')
    .values({
      provider,
      provider_event_id: id,
      event: name,
      provider_order_id: providerOrderId,
      provider_payment_id: providerPaymentId,
      body,
    })
    .onConflict((conflict) => conflict.column('provider_event_id').doNothing())
    .execute()
}

/**
 * Reconciles the payments that unprocessed events are about, each once for all its events. An event is retried until the provider
 * has answered or has rejected it `maxRejections` times; `processDuePayments` still checks a known payment afterwards.
 */
export async function processPaymentEvents({ database, gateways, signal }: DueWork): Promise<void> {
  async function processBatch(silent: readonly string[]): Promise<ItemResult[]> {
    await finishSettledEvents({ database })
    return database.transaction().execute((trx) => processDueOrders({ trx, database, gateways, silent }))
  }
  await processBatches({ processBatch, signal })
}

/** The progress of one payment. When the shop has settled that payment, they say nothing new. */
const progressEvents = ['payment.authorized', 'payment.captured', 'payment.failed', 'order.paid']

/** Marks events as processed that need no request to the provider. */
async function finishSettledEvents({ database }: { database: Database }): Promise<void> {
  await sql`
    update payment_events set processed_at = clock_timestamp() where id in (
      select payment_events.id from payment_events left join payments using (provider_order_id)
      where processed_at is null and (provider_order_id is null or (
        payments.status = 'paid' and payments.provider_payment_id = payment_events.provider_payment_id and event = any(${progressEvents})
      ))
      for update of payment_events skip locked
    )
  `.execute(database)
}

interface DueOrder {
  readonly provider: string
  readonly providerOrderId: string
  readonly eventIds: string[]
  /** the fewest attempts of its events */
  readonly attempts: number
  readonly hasRefundEvent: boolean
}

interface DueOrders extends PaymentContext {
  readonly trx: Transaction
  readonly silent: readonly string[]
}

/** Locks the first due event of each order, so that another server works on other orders. */
async function processDueOrders({ trx, database, gateways, silent }: DueOrders): Promise<ItemResult[]> {
  const { rows: orders } = await sql<DueOrder>`
    select first.provider, first.provider_order_id as "providerOrderId", "eventIds", due.attempts, "hasRefundEvent"
    from payment_events as first cross join lateral (
      select min(id) as "firstId", array_agg(id) as "eventIds", min(attempts) as attempts, bool_or(event like 'refund.%') as "hasRefundEvent"
      from payment_events as each
      where each.provider_order_id = first.provider_order_id and processed_at is null and next_attempt_at <= clock_timestamp()
    ) as due
    where processed_at is null and next_attempt_at <= clock_timestamp() and id = "firstId"
      and first.provider <> all(${silent}::text[])
    order by id limit ${batchSize} for update of first skip locked
  `.execute(trx)
  const results = await Promise.allSettled(orders.map((order) => reconcileOrder({ database, gateways, order })))
  const errors = results.map((result): unknown => (result.status === 'rejected' ? result.reason : undefined))
  for (const [index, order] of orders.entries()) await recordResult({ trx, order, error: errors[index] })
  return orders.map(({ provider }, index) => ({ provider, error: errors[index] }))
}

async function recordResult({ trx, order, error }: { trx: Transaction; order: DueOrder; error: unknown }): Promise<void> {
  const isRejected = error instanceof GatewayError && error.kind === 'rejected'
  const attempts = sql<number>`attempts + 1`
  const failed = { attempts, next_attempt_at: nextAttemptAt(order.attempts) }
  const rejected = { processed_at: sql<Date | null>`case when ${attempts} >= ${maxRejections} then clock_timestamp() end` }
  await trx
    .updateTable('payment_events')
    .set(error === undefined ? { processed_at: now } : { ...failed, ...(isRejected && rejected) })
    .where('id', '=', sql<number>`any(${order.eventIds}::bigint[])`)
    .execute()
}

async function reconcileOrder({ database, gateways, order }: PaymentContext & { order: DueOrder }): Promise<void> {
  const { provider, providerOrderId, hasRefundEvent } = order
  await reconcileProviderOrder({ database, gateways, provider, providerOrderId })
  if (!hasRefundEvent) return
  const captured = await database
    .selectFrom('captured_payments')
    .innerJoin('payments', 'payments.id', 'payment_id')
    .select(['payment_id as paymentId', 'captured_payments.provider_payment_id as providerPaymentId', 'provider'])
    .where('provider_order_id', '=', providerOrderId)
    .execute()
  if (captured.length === 0) return
  for (const { provider, ...payment } of captured) await syncRefunds({ database, gateway: gateways.of(provider), ...payment })
  // The status of any open refund may have changed.
  await database
    .updateTable('refunds')
    .set({ next_attempt_at: now })
    .where(
      'payment_id',
      'in',
      captured.map(({ paymentId }) => paymentId),
    )
    .where('status', 'in', ['requested', 'pending'])
    .execute()
}
