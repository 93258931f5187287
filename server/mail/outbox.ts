import { sql, type Transaction } from 'kysely'
import type { Tables } from '../database/schema.ts'
import { findOrder } from '../orders/repository.ts'
import { isMailed } from './order-mail-copy.ts'

/** Days for which a mail is tried. Later it would only puzzle its reader. */
const giveUpAfterDays = 3

/** Seconds until the next try: doubled each time, from the first to the longest. */
const waits = { first: 30, longest: 3_600 } as const

/**
 * Queues the mails of order events, in the transaction that writes the events: a mail exists exactly when its event does.
 * Events without a mail are ignored.
 */
export async function queueOrderMails({
  trx,
  events,
}: {
  trx: Transaction<Tables>
  events: readonly { readonly id: number; readonly event: string }[]
}): Promise<void> {
  const mails = events.filter(({ event }) => isMailed(event)).map(({ id }) => ({ event_id: id }))
  if (mails.length > 0) await trx.insertInto('order_mails').values(mails).execute()
}

/**
 * The next mail that is due, with its order, locked until the transaction ends; one that another server is sending is
 * passed over. Undefined when none is due.
 */
export async function takeDueMail({ trx }: { trx: Transaction<Tables> }) {
  const due = await trx
    .selectFrom('order_mails')
    .innerJoin('order_events', 'order_events.id', 'order_mails.event_id')
    .select(['event_id', 'attempts', 'order_id', 'event', 'actor', 'happened_at', 'amount_paise'])
    .where('state', '=', 'waiting')
    .where('due_at', '<=', sql<Date>`clock_timestamp()`)
    .orderBy('due_at')
    .orderBy('event_id')
    .limit(1)
    .forUpdate('order_mails')
    .skipLocked()
    .executeTakeFirst()
  if (!due) return undefined
  const order = await findOrder({ database: trx, id: due.order_id })
  // The event belongs to an order, and neither is ever deleted without the other.
  if (!order) throw new Error(`No order ${due.order_id} for mail ${due.event_id}`)
  return { ...due, ...order }
}

export type DueMail = NonNullable<Awaited<ReturnType<typeof takeDueMail>>>

export async function settleMail({
  trx,
  eventId,
  state,
}: {
  trx: Transaction<Tables>
  eventId: number
  state: 'sent' | 'skipped'
}): Promise<void> {
  await trx.updateTable('order_mails').set({ state, settled_at: sql<Date>`clock_timestamp()` }).where('event_id', '=', eventId).execute()
}

/** Puts a mail off after a failed try, or gives it up; says which. */
export async function putOffMail({ trx, mail }: { trx: Transaction<Tables>; mail: DueMail }): Promise<'waiting' | 'given up'> {
  const wait = Math.min(waits.longest, waits.first * 2 ** Math.min(mail.attempts, 16))
  const overdue = sql<boolean>`${mail.happened_at}::timestamptz < clock_timestamp() - make_interval(days => ${giveUpAfterDays})`
  const { state } = await trx
    .updateTable('order_mails')
    .set({
      attempts: mail.attempts + 1,
      due_at: sql<Date>`clock_timestamp() + make_interval(secs => ${wait})`,
      state: sql<'waiting' | 'given up'>`case when ${overdue} then 'given up' else 'waiting' end`,
      settled_at: sql<Date | null>`case when ${overdue} then clock_timestamp() end`,
    })
    .where('event_id', '=', mail.event_id)
    .returning('state')
    .executeTakeFirstOrThrow()
  return state === 'given up' ? 'given up' : 'waiting'
}
