import { sql } from 'kysely'
import { z } from 'zod'
import type { Database } from '../database/tables.ts'
import { type Gateway, GatewayProblem } from './gateway.ts'
import { reconcile } from './reconcile.ts'
import { learnRefunds } from './refunds.ts'

/** What of a webhook matters: the event, and which of our orders it is about. Everything else is kept but not read. */
const webhook = z.object({
  event: z.string(),
  payload: z.object({
    payment: z.object({ entity: z.object({ order_id: z.string().nullish() }) }).optional(),
    order: z.object({ entity: z.object({ id: z.string() }) }).optional(),
  }),
})

/** Keeps a message of the provider; the same message again is kept once. False when it cannot be read as one. */
export async function keepEvent({ database, eventId, body }: { database: Database; eventId: string; body: Buffer }): Promise<boolean> {
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

/** Looks at every payment that a kept message speaks of. A message stays open until the provider could be asked. */
export async function workEvents({ database, gateway }: { database: Database; gateway: Gateway }): Promise<void> {
  const open = await database
    .selectFrom('payment_events')
    .select(['id', 'event', 'provider_order_id'])
    .where('processed_at', 'is', null)
    .orderBy('id')
    .limit(100)
    .execute()
  for (const event of open) {
    const payment = await database
      .selectFrom('payments')
      .select(['id', 'provider_order_id', 'amount_paise'])
      .where('provider_order_id', '=', event.provider_order_id ?? '')
      .executeTakeFirst()
    try {
      if (payment) await reconcile({ database, gateway, payment })
      if (payment && event.event.startsWith('refund.')) await learnRefunds({ database, gateway, paymentId: payment.id })
      if (payment && event.event.startsWith('refund.')) await hastenRefunds({ database, paymentId: payment.id })
    } catch (problem) {
      if (problem instanceof GatewayProblem) continue
      throw problem
    }
    await database.updateTable('payment_events').set({ processed_at: sql<Date>`clock_timestamp()` }).where('id', '=', event.id).execute()
  }
}

/** The provider speaks of a refund: ours are asked about now instead of at their next turn. */
async function hastenRefunds({ database, paymentId }: { database: Database; paymentId: string }): Promise<void> {
  await database
    .updateTable('refunds')
    .set({ next_try_at: sql<Date>`clock_timestamp()` })
    .where('payment_id', '=', paymentId)
    .where('status', 'in', ['asked', 'pending'])
    .execute()
}
