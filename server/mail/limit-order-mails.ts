import { sql } from 'kysely'
import type { Transaction } from '../database/schema.ts'
import { limitMailSource, listSourceKeys, type MailSource } from './limit-mail-sources.ts'
import { toMailbox } from './mailbox.ts'

/** Mails about orders that an unconfirmed address gets in 24 hours. */
const maxMailsPerDay = 5

/** Mails of all kinds that others can cause to one address in 24 hours, confirmed or not. */
const maxCausedPerDay = 10

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
export interface MailLimit {
  readonly skipReason?: 'daily limit' | 'cancelled by the shopper'
  readonly delaySeconds?: number
  /** counts the mail */
  readonly source?: MailSource | undefined
  /** nobody but the owner of the address or the shop can cause it, so it counts for no limit */
  readonly isFree?: boolean
}

/**
 * Whether an order mail may be sent. Anybody can order with the email address of a stranger, so an address that never
 * confirmed an order gets few mails, and one however often its orders are placed and cancelled. The orders of one source send few
 * mails to all such addresses together. Locks the recipient and the source until the transaction ends, so that servers that send at
 * the same time count each other's mails.
 */
export async function limitOrderMail({ trx, orderEventId, email, factor }: OrderMail): Promise<MailLimit> {
  const { isConfirmed, isOwn, actor, event, isCancelled, ageSeconds, source } = await readFacts({ trx, orderEventId, email })
  if (isOwn || (isConfirmed && actor === 'admin')) return { isFree: true }
  await lockMailKeys({ trx, recipient: toMailbox(email), source })
  const { sent, caused, hasCancelled } = await readRecentMails({ trx, email })
  if (caused >= maxCausedPerDay || (!isConfirmed && sent >= maxMailsPerDay)) return { skipReason: 'daily limit' }
  if (isConfirmed) return {}
  // A cancellation has a mail of its own.
  if (isCancelled && (event === 'Placed' || (event === 'Cancelled' && sent > 0))) return { skipReason: 'cancelled by the shopper' }
  const delaySeconds = reorderDelaySeconds - ageSeconds
  if (event === 'Placed' && hasCancelled && delaySeconds > 0) return { delaySeconds }
  if (!source) return {}
  const { isExceeded, ...limit } = await limitMailSource({ trx, source, factor })
  return isExceeded ? { skipReason: 'daily limit' } : { ...limit, source }
}

/** Whether another mail that anybody can cause, such as one with the number of a message, may be sent. Locks the recipient. */
export async function mayBeCaused({ trx, email }: Recipient): Promise<boolean> {
  await lockMailKeys({ trx, recipient: toMailbox(email), source: undefined })
  return (await readRecentMails({ trx, email })).caused < maxCausedPerDay
}

interface OrderMailFacts {
  /** An account has verified the address, or an order with it was confirmed by the link in its mail, or paid. */
  readonly isConfirmed: boolean
  /** The order is of the account that has verified the address. */
  readonly isOwn: boolean
  readonly actor: string
  readonly event: string
  /** by the order's shopper */
  readonly isCancelled: boolean
  /** of the event */
  readonly ageSeconds: number
  /** undefined when an administrator caused the mail, or the order has none */
  readonly source: MailSource | undefined
}

/** What is known about an order mail before anything is locked. One statement, because a round trip costs more than these reads. */
async function readFacts({ trx, orderEventId, email }: Omit<OrderMail, 'factor'>): Promise<OrderMailFacts> {
  const { rows } = await sql<Omit<OrderMailFacts, 'source'> & { keys: Buffer[] | null } & Omit<MailSource, 'keys'>>`
    select
      (exists (select from users where lower(verified_email) = lower(${email}))
        or exists (
          select from orders where lower(delivery_address ->> 'email') = lower(${email}) and (confirmed_by_link or paid_paise > 0)
        )) as "isConfirmed",
      exists (
        select from orders join users on users.id = user_id where orders.id = this.order_id and lower(verified_email) = lower(${email})
      ) as "isOwn",
      this.event,
      this.actor,
      exists (
        select from order_events as other where other.order_id = this.order_id and other.event = 'Cancelled' and other.actor = 'shopper'
      ) as "isCancelled",
      extract(epoch from clock_timestamp() - this.happened_at)::int as "ageSeconds",
      case when keys is not null then array(select key from unnest(keys) as key where counted_keys is null or key = any(counted_keys)) end as keys,
      case when counted_keys is null or range_key = any(counted_keys) then range_key end as "rangeKey",
      keys[3] as "ipKey",
      coalesce(ip_factor, 1) as "ipFactor"
    from order_events as this
      left join order_sources on order_sources.order_id = this.order_id and this.actor <> 'admin'
    where this.id = ${orderEventId}
  `.execute(trx)
  const [row] = rows
  if (!row) throw new Error(`Order event ${orderEventId} is missing`)
  const { keys, rangeKey, ipKey, ipFactor, ...facts } = row
  return { ...facts, source: keys ? { keys, rangeKey, ipKey, ipFactor } : undefined }
}

/** Locks what the mails of an order are counted by, always in the same order, so that two servers cannot deadlock. */
async function lockMailKeys({ trx, recipient, source }: { trx: Transaction; recipient: string; source: MailSource | undefined }) {
  const keys = [recipient, ...listSourceKeys(source).map((key) => key.toString('hex'))].map((key) => `mail ${key}`)
  await sql`
    select pg_advisory_xact_lock(hashtextextended(key, 0)) from (select key from unnest(${keys}::text[]) as key order by key) as sorted
  `.execute(trx)
}

/** Counts the mails of the last 24 hours, and finds whether a shopper has cancelled an order with this address. */
async function readRecentMails({ trx, email }: Recipient) {
  const { rows } = await sql<{ sent: number; caused: number; hasCancelled: boolean }>`
    with recent as (
      select mail_id, is_sent, order_event_id is not null as is_of_order
      from limited_mails join outbox_mails on outbox_mails.id = mail_id where recipient = ${toMailbox(email)} and handled_at > clock_timestamp() - interval '24 hours'
    )
    select
      (select count(*)::int from recent where is_sent and is_of_order) as sent,
      (select count(*)::int from recent where is_sent) as caused,
      exists (
        select from recent
          join outbox_mails on outbox_mails.id = mail_id
          join order_events on order_events.id = order_event_id
        where order_events.event = 'Cancelled' and order_events.actor = 'shopper'
      ) as "hasCancelled"
  `.execute(trx)
  return rows[0] ?? { sent: 0, caused: 0, hasCancelled: false }
}
