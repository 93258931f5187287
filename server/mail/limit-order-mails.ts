import { sql } from 'kysely'
import normalizeEmail from 'validator/lib/normalizeEmail.js'
import type { Transaction } from '../database/schema.ts'
import { findMailSource, limitMailSource, type MailSource } from './limit-mail-sources.ts'

/** Mails about orders that an unconfirmed address gets in 24 hours. */
const maxMailsPerDay = 5

/** Seconds for which the mail of a new order waits when its shopper has just cancelled another one. */
const reorderDelaySeconds = 900

interface Recipient {
  readonly trx: Transaction
  readonly email: string
}

interface OrderMail extends Recipient {
  readonly orderEventId: number
  /** multiplies the limits of the order's source */
  readonly factor: number
}

/** Why a mail is not sent, or how long it waits. Neither: it is sent. */
interface MailLimit {
  readonly skipReason?: 'daily limit' | 'cancelled by the shopper'
  readonly delaySeconds?: number
  /** counts the mail */
  readonly source?: MailSource | undefined
}

/** The mailbox that mails are counted for: without the dots and tags that large providers ignore. */
export const toRecipient = (email: string): string => normalizeEmail(email) || email.toLowerCase()

/**
 * Whether an order mail may be sent. Anybody can order with the email address of a stranger, so an address that never
 * confirmed an order gets few mails, and one however often its orders are placed and cancelled. The orders of one source send few
 * mails to all such addresses together. Locks the recipient and the source until the transaction ends, so that servers that send at
 * the same time count each other's mails.
 */
export async function limitOrderMail({ trx, orderEventId, email, factor }: OrderMail): Promise<MailLimit> {
  if (await isConfirmedEmail({ trx, email })) return {}
  await sql`select pg_advisory_xact_lock(hashtextextended(${`mail ${toRecipient(email)}`}, 0))`.execute(trx)
  const { sent, hasCancelled } = await readRecentMails({ trx, email })
  if (sent >= maxMailsPerDay) return { skipReason: 'daily limit' }
  const { event, isCancelled, ageSeconds } = await readEvent({ trx, orderEventId })
  // A cancellation has a mail of its own.
  if (isCancelled && (event === 'Placed' || (event === 'Cancelled' && sent > 0))) return { skipReason: 'cancelled by the shopper' }
  const delaySeconds = reorderDelaySeconds - ageSeconds
  if (event === 'Placed' && hasCancelled && delaySeconds > 0) return { delaySeconds }
  const source = await findMailSource({ trx, orderEventId })
  if (!source) return {}
  const { isExceeded, ...limit } = await limitMailSource({ trx, source, factor })
  return isExceeded ? { skipReason: 'daily limit' } : { ...limit, source }
}

interface LimitedMail extends Recipient {
  readonly id: string
  readonly isSent: boolean
  /** undefined: the mail does not count for one */
  readonly source: MailSource | undefined
}

/** Records what became of an order mail, in the transaction of `limitOrderMail`. */
export async function recordLimitedMail({ trx, email, id, isSent, source }: LimitedMail): Promise<void> {
  await trx
    .insertInto('limited_mails')
    .values({
      mail_id: id,
      recipient: toRecipient(email),
      is_sent: isSent,
      ...(source && { source_keys: [...source.keys], range_key: source.rangeKey }),
    })
    .execute()
}

/** Whether an account has verified this address, or an order with it was confirmed by the link in its mail, or paid. */
async function isConfirmedEmail({ trx, email }: Recipient): Promise<boolean> {
  const { rows } = await sql`
    select where exists (select from users where lower(verified_email) = lower(${email}))
      or exists (select from orders where lower(delivery_address ->> 'email') = lower(${email}) and (confirmed_by_link or paid_paise > 0))
  `.execute(trx)
  return rows.length > 0
}

/** Counts the mails of the last 24 hours, and finds whether a shopper has cancelled an order with this address. */
async function readRecentMails({ trx, email }: Recipient) {
  const { rows } = await sql<{ sent: number; hasCancelled: boolean }>`
    with recent as (
      select mail_id, is_sent from limited_mails where recipient = ${toRecipient(email)} and handled_at > clock_timestamp() - interval '24 hours'
    )
    select
      (select count(*)::int from recent where is_sent) as sent,
      exists (
        select from recent
          join outbox_mails on outbox_mails.id = mail_id
          join order_events on order_events.id = order_event_id
        where order_events.event = 'Cancelled' and order_events.actor = 'shopper'
      ) as "hasCancelled"
  `.execute(trx)
  return rows[0] ?? { sent: 0, hasCancelled: false }
}

/** The event of a mail, its age, and whether the order's shopper has cancelled the order. */
async function readEvent({ trx, orderEventId }: Pick<OrderMail, 'trx' | 'orderEventId'>) {
  const { rows } = await sql<{ event: string; isCancelled: boolean; ageSeconds: number }>`
    select
      this.event,
      exists (
        select from order_events as other where other.order_id = this.order_id and other.event = 'Cancelled' and other.actor = 'shopper'
      ) as "isCancelled",
      extract(epoch from clock_timestamp() - this.happened_at)::int as "ageSeconds"
    from order_events as this where this.id = ${orderEventId}
  `.execute(trx)
  if (!rows[0]) throw new Error(`Order event ${orderEventId} is missing`)
  return rows[0]
}
