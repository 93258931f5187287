import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import type { Paise } from '#contract/money.ts'
import type { Database, Tables } from '../database/schema.ts'
import { queueOrderMails } from '../mail/outbox.ts'

export interface NewEvent {
  readonly orderId: string
  /** a status, or another thing worth telling such as 'Paid' */
  readonly event: string
  readonly actor: 'guest' | 'shopper' | 'admin' | 'system'
  readonly actorId: string | null
  /** what went back, of a refund */
  readonly amount?: Paise
}

/** Records an event of an order and queues its mail, in the transaction in which it happens. */
export async function recordEvent({ trx, orderId, event, actor, actorId, amount }: NewEvent & { trx: Transaction<Tables> }): Promise<void> {
  const { id } = await trx
    .insertInto('order_events')
    .values({ order_id: orderId, event, actor, actor_id: actorId, amount_paise: amount ?? null })
    .returning('id')
    .executeTakeFirstOrThrow()
  await queueOrderMails({ trx, events: [{ id, event }] })
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

/** The newest events of a shopper's orders, for the bell. */
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
