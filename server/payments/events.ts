import { sql } from 'kysely'
import type { Database } from '../database/schema.ts'
import { nextAttemptAt } from './backoff.ts'
import { forEachSettled } from './for-each-settled.ts'
import { type Gateway, GatewayError, type WebhookEvent } from './gateway.ts'
import { reconcile } from './reconcile.ts'
import { syncRefunds } from './sync-refunds.ts'
import { recordUnknownPayments } from './unknown-payments.ts'

/** Stores an event of the provider once, however often it is delivered. */
export async function storeEvent({ database, event }: { database: Database; event: WebhookEvent }): Promise<void> {
  await database
    .insertInto('payment_events')
    .values({
      provider_event_id: event.id,
      event: event.name,
      provider_order_id: event.providerOrderId,
      payload: JSON.stringify(event.payload),
    })
    .onConflict((conflict) => conflict.column('provider_event_id').doNothing())
    .execute()
}

/** About half an hour of attempts. `processDuePayments` still checks a known payment afterwards. */
const maxRejections = 6

interface StoredEvent {
  readonly id: number
  readonly event: string
  readonly provider_order_id: string | null
  readonly attempts: number
}

/** Reconciles the payment that each unprocessed event is about. An event is retried until the provider has answered. */
export async function processPaymentEvents({ database, gateway }: { database: Database; gateway: Gateway }): Promise<void> {
  const due = await database
    .selectFrom('payment_events')
    .select(['id', 'event', 'provider_order_id', 'attempts'])
    .where('processed_at', 'is', null)
    .where('next_attempt_at', '<=', sql<Date>`clock_timestamp()`)
    .orderBy('id')
    .limit(100)
    .execute()
  await forEachSettled(due, async (event) => {
    try {
      await processEvent({ database, gateway, event })
    } catch (error) {
      const isRejected = error instanceof GatewayError && error.kind === 'rejected'
      await postponeEvent({ database, event, isFinal: isRejected && event.attempts + 1 >= maxRejections })
      if (!(error instanceof GatewayError)) throw error
    }
  })
}

async function processEvent({ database, gateway, event }: { database: Database; gateway: Gateway; event: StoredEvent }): Promise<void> {
  const { provider_order_id: providerOrderId } = event
  const payment = await database
    .selectFrom('payments')
    .select(['id', 'provider_order_id', 'amount_paise'])
    .where('provider_order_id', '=', providerOrderId ?? '')
    .executeTakeFirst()
  if (payment) await reconcile({ database, gateway, payment })
  else if (providerOrderId) await recordUnknownPayments({ database, gateway, providerOrderId })
  if (payment && event.event.startsWith('refund.')) await refreshRefunds({ database, gateway, paymentId: payment.id })
  await database.updateTable('payment_events').set({ processed_at: sql<Date>`clock_timestamp()` }).where('id', '=', event.id).execute()
}

async function postponeEvent({ database, event, isFinal }: { database: Database; event: StoredEvent; isFinal: boolean }): Promise<void> {
  await database
    .updateTable('payment_events')
    .set({
      attempts: event.attempts + 1,
      next_attempt_at: nextAttemptAt(event.attempts),
      ...(isFinal && { processed_at: sql<Date>`clock_timestamp()` }),
    })
    .where('id', '=', event.id)
    .execute()
}

/** Stores new refunds of the payment and makes all open ones due, because their status may have changed. */
async function refreshRefunds({
  database,
  gateway,
  paymentId,
}: {
  database: Database
  gateway: Gateway
  paymentId: string
}): Promise<void> {
  const payment = await database.selectFrom('payments').select('provider_payment_id').where('id', '=', paymentId).executeTakeFirstOrThrow()
  const { provider_payment_id: providerPaymentId } = payment
  if (providerPaymentId) await syncRefunds({ database, gateway, paymentId, providerPaymentId })
  await database
    .updateTable('refunds')
    .set({ next_attempt_at: sql<Date>`clock_timestamp()` })
    .where('payment_id', '=', paymentId)
    .where('status', 'in', ['requested', 'pending'])
    .execute()
}
