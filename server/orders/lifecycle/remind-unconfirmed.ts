import { type RawBuilder, sql } from 'kysely'
import type { OrderEvent } from '#contract/orders/order-events.ts'
import { noAnswer, paymentLink } from '#contract/orders/order-flags.ts'
import type { Database } from '../../database/schema.ts'
import { forEachSettled } from '../../kernel/for-each-settled.ts'
import { recordEvent } from '../order/order-events.ts'

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
  const isDue = sql<boolean>`placed_at < ${ago}`
  const reminder: Step = { event: 'Confirmation reminder', isDue, ...(releaseHours > 0 && { releaseHours }) }
  let isReminded = false
  await forEachSettled([unanswered, reminder], async (step) => {
    isReminded = await recordStep({ database, step, signal })
  })
  return isReminded
}

const hasEvent = (event: OrderEvent, condition = sql``) =>
  sql<boolean>`exists (select from order_events where order_id = orders.id and event = ${event} ${condition})`

/** Records the event for all orders for which it is due. */
async function recordStep({ database, step, signal }: Pick<Reminders, 'database' | 'signal'> & { step: Step }): Promise<boolean> {
  const due = await selectDue({ database, step }).execute()
  let isRecorded = false
  const record = async ({ id }: { id: string }) => {
    if (await recordEventOf({ database, step, id })) isRecorded = true
  }
  await forEachSettled(due, record, signal)
  return isRecorded
}

const selectDue = ({ database, step: { event, isDue } }: { database: Database; step: Step }) =>
  database
    .selectFrom('orders')
    .select('id')
    .where(sql<boolean>`status = 'Placed' and flags <> '{}'`)
    .where(sql<boolean>`not ${hasEvent(event)}`)
    .where(isDue)

async function recordEventOf({ database, step, id }: { database: Database; step: Step; id: string }): Promise<boolean> {
  return database.transaction().execute(async (trx) => {
    const locked = await trx.selectFrom('orders').select('id').where('id', '=', id).forNoKeyUpdate().skipLocked().executeTakeFirst()
    // Asked again, now that it is locked: another server may have just recorded it.
    if (!locked || !(await selectDue({ database: trx, step }).where('id', '=', id).executeTakeFirst())) return false
    if (step.releaseHours !== undefined) {
      await trx
        .updateTable('orders')
        .set({ cancels_at: sql<Date>`clock_timestamp() + make_interval(hours => ${step.releaseHours})` })
        .where('id', '=', id)
        .where(sql<boolean>`${paymentLink} <> all(flags)`)
        .execute()
    }
    await recordEvent({ trx, orderId: id, event: step.event, actor: 'system', actorId: null, internal: true })
    return true
  })
}

/** Which of these orders were not confirmed although their shoppers were reminded. */
export async function listUnanswered({ database, ids }: { database: Database; ids: readonly string[] }): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const events = database.selectFrom('order_events').select('order_id').where('event', '=', noAnswer)
  const rows = await events.where('order_id', 'in', ids).execute()
  return new Set(rows.map((row) => row.order_id))
}
