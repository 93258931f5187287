import { sql, type Transaction } from 'kysely'
import type { Paise } from '#contract/money.ts'
import type { Database, Tables } from '../database/schema.ts'
import { queueOrderMails } from '../mail/outbox.ts'

export interface NewEvent {
  /** a status, or another event such as 'Paid' */
  readonly event: string
  readonly actor: 'guest' | 'shopper' | 'admin' | 'system'
  readonly actorId: string | null
  /** of a refund */
  readonly amount?: Paise
}

/** Records events of an order, oldest first, and queues their mails, in the transaction that causes them. */
export async function recordEvents({
  trx,
  orderId,
  events,
}: {
  trx: Transaction<Tables>
  orderId: string
  events: readonly NewEvent[]
}): Promise<void> {
  const inserted = await trx
    .insertInto('order_events')
    .values(
      events.map(({ event, actor, actorId, amount }) => ({
        order_id: orderId,
        event,
        actor,
        actor_id: actorId,
        amount_paise: amount ?? null,
      })),
    )
    .returning(['id', 'event'])
    .execute()
  await queueOrderMails({ trx, events: inserted })
}

export async function recordEvent({ trx, orderId, ...event }: NewEvent & { trx: Transaction<Tables>; orderId: string }): Promise<void> {
  await recordEvents({ trx, orderId, events: [event] })
}

export async function readEvents({ database, orderId }: { database: Database | Transaction<Tables>; orderId: string }) {
  const rows = await database
    .selectFrom('order_events')
    .select(['event', 'happened_at'])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ event: row.event, happenedAt: row.happened_at.toISOString() }))
}

/** The newest events of a shopper's orders. */
export async function readNotifications({ database, userId, limit }: { database: Database; userId: string; limit: number }) {
  return database
    .selectFrom('order_events')
    .innerJoin('orders', 'orders.id', 'order_events.order_id')
    .innerJoin('users', 'users.id', 'orders.user_id')
    .select(['order_events.id', 'orders.id as orderId', 'orders.number', 'order_events.event', 'order_events.happened_at'])
    .select(sql<boolean>`happened_at > notifications_read_at`.as('unread'))
    .where('orders.user_id', '=', userId)
    .orderBy('order_events.id', 'desc')
    .limit(limit)
    .execute()
}

export async function markNotificationsRead({ database, userId }: { database: Database; userId: string }): Promise<void> {
  await database.updateTable('users').set({ notifications_read_at: sql<Date>`clock_timestamp()` }).where('id', '=', userId).execute()
}
