import type { Database } from '../database/schema.ts'
import { forEachSettled, maxRejections, nextAttemptAt, now } from './due-work.ts'
import { GatewayError, type PaymentContext, type WebhookEvent } from './gateway.ts'
import { syncRefunds } from './process-refunds.ts'
import { reconcileProviderOrder } from './reconcile.ts'

/** Stores an event of the provider once, however often it is delivered. */
export async function storeEvent({ database, event }: { database: Database; event: WebhookEvent }): Promise<void> {
  const { id, name, providerOrderId, body } = event
  await database
    .insertInto('payment_events')
    .values({ provider_event_id: id, event: name, provider_order_id: providerOrderId, body })
    .onConflict((conflict) => conflict.column('provider_event_id').doNothing())
    .execute()
}

/**
 * Reconciles the payment that each unprocessed event is about. An event is retried until the provider has answered or has
 * rejected it `maxRejections` times; `processDuePayments` still checks a known payment afterwards.
 */
export async function processPaymentEvents({ database, gateway }: PaymentContext): Promise<void> {
  const due = await database
    .selectFrom('payment_events')
    .select(['id', 'event as name', 'provider_order_id as providerOrderId', 'attempts'])
    .where('processed_at', 'is', null)
    .where('next_attempt_at', '<=', now)
    .orderBy('id')
    .limit(100)
    .execute()
  await forEachSettled(due, async ({ id, name, providerOrderId, attempts }) => {
    const update = database.updateTable('payment_events').where('id', '=', id)
    try {
      if (providerOrderId) await processEvent({ database, gateway, name, providerOrderId })
      await update.set({ processed_at: now }).execute()
    } catch (error) {
      const isFinal = error instanceof GatewayError && error.kind === 'rejected' && attempts + 1 >= maxRejections
      const postponed = { attempts: attempts + 1, next_attempt_at: nextAttemptAt(attempts) }
      await update.set({ ...postponed, ...(isFinal && { processed_at: now }) }).execute()
      if (!(error instanceof GatewayError)) throw error
    }
  })
}

interface PaymentEvent extends PaymentContext {
  readonly name: string
  readonly providerOrderId: string
}

async function processEvent({ database, gateway, name, providerOrderId }: PaymentEvent): Promise<void> {
  await reconcileProviderOrder({ database, gateway, providerOrderId })
  if (!name.startsWith('refund.')) return
  const payment = await database
    .selectFrom('payments')
    .select(['id', 'provider_payment_id as providerPaymentId'])
    .where('provider_order_id', '=', providerOrderId)
    .executeTakeFirst()
  if (!payment) return
  const { id, providerPaymentId } = payment
  if (providerPaymentId) await syncRefunds({ database, gateway, paymentId: id, providerPaymentId })
  // The status of any open refund may have changed.
  await database
    .updateTable('refunds')
    .set({ next_attempt_at: now })
    .where('payment_id', '=', id)
    .where('status', 'in', ['requested', 'pending'])
    .execute()
}
