import { sql } from 'kysely'
import { z } from 'zod'
import type { Database } from '../database/schema.ts'
import { forEachSettled } from './for-each-settled.ts'
import { type Gateway, GatewayError } from './gateway.ts'
import { reconcile } from './reconcile.ts'
import { syncRefunds } from './refunds.ts'
import { recordUnknownPayments } from './unknown-payments.ts'

/** What of a webhook matters: the event, and which of our orders it is about. Everything else is kept but not read. */
const webhook = z.object({
  event: z.string(),
  payload: z.object({
    payment: z.object({ entity: z.object({ order_id: z.string().nullish() }) }).optional(),
    order: z.object({ entity: z.object({ id: z.string() }) }).optional(),
  }),
})

/** Keeps a message of the provider; the same message again is kept once. False when it cannot be read as one. */
export async function storeEvent({ database, eventId, body }: { database: Database; eventId: string; body: Buffer }): Promise<boolean> {
  let content: unknown
  try {
    content = JSON.parse(body.toString('utf8'))
  } catch {
    return false
  }
  const read = webhook.safeParse(content)
  if (!read.success) return false
  const { event, payload } = read.data
  await database
    .insertInto('payment_events')
    .values({
      provider_event_id: eventId,
      event,
      provider_order_id: payload.order?.entity.id ?? payload.payment?.entity.order_id ?? null,
      payload: JSON.stringify(content),
    })
    .onConflict((conflict) => conflict.column('provider_event_id').doNothing())
    .execute()
  return true
}

/** After so many tries, half an hour, what the provider refuses is given up; a payment of ours is still asked about by its own turns. */
const mostRefusals = 6

/**
 * Looks at every payment that a kept message speaks of. A message stays open until the provider could be asked, and waits
 * ever longer for its next turn.
 */
export async function processPaymentEvents({ database, gateway }: { database: Database; gateway: Gateway }): Promise<void> {
  const open = await database
    .selectFrom('payment_events')
    .select(['id', 'event', 'provider_order_id', 'attempts'])
    .where('processed_at', 'is', null)
    .where('next_attempt_at', '<=', sql<Date>`clock_timestamp()`)
    .orderBy('id')
    .limit(100)
    .execute()
  await forEachSettled(open, async (event) => {
    try {
      await workEvent({ database, gateway, event })
    } catch (problem) {
      const refused = problem instanceof GatewayError && problem.kind === 'rejected'
      await postpone({ database, event, isFinal: refused && event.attempts + 1 >= mostRefusals })
      if (!(problem instanceof GatewayError)) throw problem
    }
  })
}

interface OpenEvent {
  readonly id: number
  readonly event: string
  readonly provider_order_id: string | null
  readonly attempts: number
}

async function workEvent({ database, gateway, event }: { database: Database; gateway: Gateway; event: OpenEvent }): Promise<void> {
  const payment = await database
    .selectFrom('payments')
    .select(['id', 'provider_order_id', 'amount_paise'])
    .where('provider_order_id', '=', event.provider_order_id ?? '')
    .executeTakeFirst()
  const providerOrderId = event.provider_order_id
  if (payment) await reconcile({ database, gateway, payment })
  else if (providerOrderId) await recordUnknownPayments({ database, gateway, eventId: event.id, providerOrderId })
  if (payment && event.event.startsWith('refund.')) {
    await syncRefunds({ database, gateway, paymentId: payment.id })
    await hastenRefunds({ database, paymentId: payment.id })
  }
  await database.updateTable('payment_events').set({ processed_at: sql<Date>`clock_timestamp()` }).where('id', '=', event.id).execute()
}

/** From half a minute, doubling to six hours. */
async function postpone({ database, event, isFinal }: { database: Database; event: OpenEvent; isFinal: boolean }): Promise<void> {
  const seconds = Math.min(30 * 2 ** event.attempts, 21_600)
  await database
    .updateTable('payment_events')
    .set({
      attempts: event.attempts + 1,
      next_attempt_at: sql<Date>`clock_timestamp() + make_interval(secs => ${seconds})`,
      ...(isFinal && { processed_at: sql<Date>`clock_timestamp()` }),
    })
    .where('id', '=', event.id)
    .execute()
}

/** The provider speaks of a refund: ours are asked about now instead of at their next turn. */
async function hastenRefunds({ database, paymentId }: { database: Database; paymentId: string }): Promise<void> {
  await database
    .updateTable('refunds')
    .set({ next_attempt_at: sql<Date>`clock_timestamp()` })
    .where('payment_id', '=', paymentId)
    .where('status', 'in', ['requested', 'pending'])
    .execute()
}
