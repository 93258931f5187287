import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { OrderEvent } from '#contract/orders/order-events.ts'
import type {
  Database,
  OutboxAccountMail,
  OutboxContactMessage,
  OutboxOrderLinkMail,
  OutboxReport,
  OutboxRestockMail,
  OutboxTicketMail,
  OutboxWebhookMail,
  Tables,
  Transaction,
} from '../database/schema.ts'
import type { MailSource } from './limit-mail-sources.ts'
import { mailedEvents } from './order-mail-copy.ts'

/** Days after which a mail that cannot be sent is given up. */
const maxAgeDays = 3

/** Seconds until the next attempt: doubled after each failure, from the first to the longest. */
const retryDelaySeconds = { first: 30, longest: 3_600 }

/** Named, so that the statement is prepared. */
const mailColumns = [
  'id',
  'order_event_id',
  'contact_message',
  'account_mail',
  'state',
  'attempts',
  'due_at',
  'created_at',
  'settled_at',
  'skip_reason',
] as const satisfies readonly (keyof Tables['outbox_mails'])[]

export type OutboxMail = Pick<Selectable<Tables['outbox_mails']>, (typeof mailColumns)[number]>

/**
 * The statement that queues the mails of the order events in the table `events`, in the statement that writes them: a mail exists
 * exactly when its event does. Events without a mail are ignored.
 */
export const buildOrderMailStatement = ({ events, delaySeconds }: { events: RawBuilder<unknown>; delaySeconds: number }) => sql`
  insert into outbox_mails (order_event_id, due_at)
  select id, clock_timestamp() + make_interval(secs => ${delaySeconds}) from ${events} where event = any(${mailedEvents}::text[])`

/** Cancels the mail of an order event. Returns false when the mail has been sent, or an attempt to send it has been made. */
export async function cancelOrderMail({ trx, eventId }: { trx: Transaction; eventId: number }): Promise<boolean> {
  const mail = await trx
    .selectFrom('outbox_mails')
    .select(['state', 'attempts'])
    .where('order_event_id', '=', eventId)
    .forUpdate()
    .executeTakeFirst()
  if (!mail) return true
  if (mail.state !== 'waiting' || mail.attempts > 0) return false
  const cancelled = { state: 'skipped', settled_at: sql<Date>`clock_timestamp()` } as const
  await trx.updateTable('outbox_mails').set(cancelled).where('order_event_id', '=', eventId).execute()
  return true
}

/** Skips the mails of these events of an order that no attempt has been made to send, because a new one says the same and more. */
export async function skipOrderMails({ trx, orderId, events }: { trx: Transaction; orderId: string; events: readonly OrderEvent[] }) {
  const changes = trx.selectFrom('order_events').select('id').where('order_id', '=', orderId).where('event', 'in', events)
  await trx
    .updateTable('outbox_mails')
    .set({ state: 'skipped', settled_at: sql<Date>`clock_timestamp()`, skip_reason: 'changed again' })
    .where('state', '=', 'waiting')
    .where('attempts', '=', 0)
    .where('order_event_id', 'in', changes)
    .execute()
}

export async function queueContactMail({ trx, message }: { trx: Transaction; message: OutboxContactMessage }): Promise<void> {
  await trx
    .insertInto('outbox_mails')
    .values({ contact_message: JSON.stringify(message) })
    .execute()
}

/** Queues a mail of an account, about stock, a ticket or the link of an order, or to the shop itself, and returns its id. */
export async function queueAccountMail({
  database,
  mail,
}: {
  database: Database
  mail: OutboxAccountMail | OutboxRestockMail | OutboxReport | OutboxTicketMail | OutboxOrderLinkMail | OutboxWebhookMail
}): Promise<string> {
  const { id } = await database
    .insertInto('outbox_mails')
    .values({ account_mail: JSON.stringify(mail) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Locks and returns the next mail that is due; mails locked by other servers are skipped. */
export async function lockDueMail({ trx }: { trx: Transaction }): Promise<OutboxMail | undefined> {
  return trx
    .selectFrom('outbox_mails')
    .select(mailColumns)
    .where('state', '=', 'waiting')
    .where('due_at', '<=', sql<Date>`clock_timestamp()`)
    .orderBy('due_at')
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
}

interface MailCompletion {
  readonly trx: Transaction
  readonly id: string
  readonly state: 'sent' | 'skipped'
  readonly skipReason?: string | undefined
  /** what the mail of an order counts for */
  readonly counted?: CountedMail | undefined
}

interface CountedMail {
  readonly recipient: string
  readonly isSent: boolean
  /** undefined: for its recipient only */
  readonly source: MailSource | undefined
}

/** Marks a mail as sent or skipped, counts it, and removes the personal data that it was rendered from. */
export async function completeMail({ trx, id, state, skipReason, counted }: MailCompletion): Promise<void> {
  const content = { contact_message: null, account_mail: null }
  const completed = { ...content, state, skip_reason: skipReason ?? null, settled_at: sql<Date>`clock_timestamp()` }
  if (!counted) {
    await trx.updateTable('outbox_mails').set(completed).where('id', '=', id).execute()
    return
  }
  const { recipient, isSent, source } = counted
  const sourceKeys = { source_keys: [...(source?.keys ?? [])], range_key: source?.rangeKey ?? null }
  await trx
    .with('counted', (query) => query.insertInto('limited_mails').values({ mail_id: id, recipient, is_sent: isSent, ...sourceKeys }))
    .updateTable('outbox_mails')
    .set(completed)
    .where('id', '=', id)
    .execute()
}

/** Lets a mail wait without an attempt to send it. */
export async function delayMail({ trx, id, seconds }: { trx: Transaction; id: string; seconds: number }): Promise<void> {
  const due_at = sql<Date>`clock_timestamp() + make_interval(secs => ${seconds})`
  await trx.updateTable('outbox_mails').set({ due_at }).where('id', '=', id).execute()
}

/** Postpones a mail after a failed attempt, or gives it up when it is too old. Returns its new state. */
export async function postponeMail({ trx, mail: { id, attempts } }: { trx: Transaction; mail: OutboxMail }): Promise<OutboxMail['state']> {
  const delaySeconds = Math.min(retryDelaySeconds.longest, retryDelaySeconds.first * 2 ** Math.min(attempts, 16))
  const isTooOld = sql<boolean>`created_at < clock_timestamp() - make_interval(days => ${maxAgeDays})`
  const row = await trx
    .updateTable('outbox_mails')
    .set({
      attempts: attempts + 1,
      due_at: sql<Date>`clock_timestamp() + make_interval(secs => ${delaySeconds})`,
      state: sql<OutboxMail['state']>`case when ${isTooOld} then 'given up' else 'waiting' end`,
      settled_at: sql<Date | null>`case when ${isTooOld} then clock_timestamp() end`,
    })
    .where('id', '=', id)
    // Another server may have sent it since, when it is not locked any more.
    .where('state', '=', 'waiting')
    .where('attempts', '=', attempts)
    .returning('state')
    .executeTakeFirst()
  return row?.state ?? 'waiting'
}
