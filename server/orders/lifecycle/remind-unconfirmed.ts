import { type RawBuilder, sql } from 'kysely'
import type { OrderEvent } from '#contract/orders/order-events.ts'
import { noAnswer, paymentLink } from '#contract/orders/order-flags.ts'
import type { Database } from '../../database/schema.ts'
import { recordEvent } from './order-events.ts'

/** Orders of one transaction. */
const batchSize = 50

/** An order has gone through the step when it has the event. */
interface Step {
  readonly event: OrderEvent
  readonly isDue: RawBuilder<boolean>
  /** until the order is cancelled */
  readonly releaseHours?: number
}

interface Reminders {
  readonly database: Database
  /** until the reminder, and from then until the order counts as unanswered */
  readonly hours: number
  /** from the reminder until the order is cancelled; 0: never */
  readonly releaseHours: number
  readonly signal: AbortSignal
}

/**
 * Mails a reminder about each order that its shopper has not confirmed, once, and marks those that stay unconfirmed.
 * `cancelUnanswered` cancels them later.
 * Returns whether a mail is due.
 */
export async function remindUnconfirmed({ database, hours, releaseHours, signal }: Reminders): Promise<boolean> {
  const ago = sql<Date>`clock_timestamp() - make_interval(hours => ${hours})`
  const isMarked = sql<boolean>`${hasEvent('Confirmation reminder', sql`and happened_at < ${ago}`)} and ${paymentLink} <> all(flags)`
  const unanswered: Step = { event: noAnswer, isDue: isMarked }
  await recordStep({ database, step: unanswered, signal })
  const isDue = sql<boolean>`placed_at < ${ago}`
  return recordStep({ database, step: { event: 'Confirmation reminder', isDue, ...(releaseHours > 0 && { releaseHours }) }, signal })
}

const hasEvent = (event: OrderEvent, condition = sql``) =>
  sql<boolean>`exists (select from order_events where order_id = orders.id and event = ${event} ${condition})`

/** Records the event for all orders for which it is due. */
async function recordStep({ database, step, signal }: Pick<Reminders, 'database' | 'signal'> & { step: Step }): Promise<boolean> {
  let isRecorded = false
  while (!signal.aborted) {
    const count = await recordBatch({ database, step })
    isRecorded ||= count > 0
    if (count < batchSize) break
  }
  return isRecorded
}

async function recordBatch({ database, step: { event, isDue, releaseHours } }: { database: Database; step: Step }): Promise<number> {
  return database.transaction().execute(async (trx) => {
    const unconfirmed = trx
      .selectFrom('orders')
      .select('id')
      .where(sql<boolean>`status = 'Placed' and flags <> '{}'`)
      .where(sql<boolean>`not ${hasEvent(event)}`)
    const locked = await unconfirmed.where(isDue).limit(batchSize).forNoKeyUpdate().skipLocked().execute()
    const ids = locked.map(({ id }) => id)
    if (ids.length === 0) return 0
    // Again, now that they are locked: another server may have just recorded it.
    const orders = await unconfirmed.where('id', 'in', ids).execute()
    if (releaseHours !== undefined) {
      await trx
        .updateTable('orders')
        .set({ cancels_at: sql<Date>`clock_timestamp() + make_interval(hours => ${releaseHours})` })
        .where('id', 'in', ids)
        .where(sql<boolean>`${paymentLink} <> all(flags)`)
        .execute()
    }
    for (const { id } of orders) await recordEvent({ trx, orderId: id, event, actor: 'system', actorId: null, internal: true })
    return ids.length
  })
}

/** Which of these orders were not confirmed although their shoppers were reminded. */
export async function listUnanswered({ database, ids }: { database: Database; ids: readonly string[] }): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const events = database.selectFrom('order_events').select('order_id').where('event', '=', noAnswer)
  const rows = await events.where('order_id', 'in', ids).execute()
  return new Set(rows.map((row) => row.order_id))
}
