import { sql } from 'kysely'
import type { Paise } from '#contract/kernel/money.ts'
import type { AdminOrderDetail } from '#contract/orders/admin-orders.ts'
import type { OrderChange } from '#contract/orders/order-change.ts'
import { describeOrderEvent, listChangedValues, type OrderEvent } from '#contract/orders/order-events.ts'
import type { Actor } from '#contract/orders/order-status.ts'
import type { Database, Transaction } from '../../database/schema.ts'
import { buildOrderMailStatement } from '../../mail/outbox.ts'

export interface NewEvent {
  readonly event: OrderEvent
  readonly actor: 'guest' | 'shopper' | 'admin' | 'system'
  readonly actorId: string | null
  /** the amount of a refund */
  readonly amount?: Paise
  /** not shown to shoppers */
  readonly internal?: boolean
  /** what the event has changed */
  readonly change?: OrderChange
}

interface NewEvents {
  /** oldest first */
  readonly events: readonly NewEvent[]
  /** until the mails are due */
  readonly mailDelaySeconds?: number | undefined
}

interface OrderContext {
  readonly trx: Transaction
  readonly orderId: string
}

/** Records events of an order and queues their mails, in the transaction that causes them. */
export async function recordEvents({ trx, orderId, events, mailDelaySeconds = 0 }: OrderContext & NewEvents): Promise<void> {
  const rows = events.map(({ event, actor, actorId, amount, internal = false, change }, position) => {
    return { position, event, actor, actor_id: actorId, amount_paise: amount, internal, change }
  })
  await sql`
    with recorded as (
      insert into order_events (order_id, event, actor, actor_id, amount_paise, internal, change)
      select ${orderId}, event, actor, actor_id, amount_paise, internal, change
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as new_event (
        position int, event text, actor text, actor_id uuid, amount_paise bigint, internal boolean, change jsonb
      )
      order by position
      returning id, event
    )
    ${buildOrderMailStatement({ events: sql`recorded`, delaySeconds: mailDelaySeconds })}
  `.execute(trx)
}

export async function recordEvent({
  trx,
  orderId,
  mailDelaySeconds,
  ...event
}: OrderContext & Omit<NewEvents, 'events'> & NewEvent): Promise<void> {
  await recordEvents({ trx, orderId, mailDelaySeconds, events: [event] })
}

interface EventQuery {
  readonly database: Database
  readonly orderId: string
  /** a shopper sees neither internal events nor what was changed */
  readonly reader: Actor
}

/** The events of an order, oldest first, with the names of those who caused them. Replies to shoppers leave the names out. */
export async function readEvents({ database, orderId, reader }: EventQuery): Promise<AdminOrderDetail['events']> {
  const rows = await database
    .selectFrom('order_events')
    .leftJoin('users', 'users.id', 'actor_id')
    .select(['event', 'happened_at', 'actor', 'users.name as actorName', 'change', 'amount_paise as amount'])
    .where('order_id', '=', orderId)
    .$if(reader !== 'admin', (events) => events.where('internal', '=', false))
    .orderBy('order_events.id')
    .execute()
  return rows.map(({ happened_at, event, change, amount, ...row }) => {
    const values = listChangedValues({ event, change })
    const forAdministrators = reader === 'admin' && { ...(change && { change }), ...(values.length > 0 && { changes: values }) }
    return {
      ...row,
      type: event,
      event: describeOrderEvent({ event, change, amount }),
      ...forAdministrators,
      happenedAt: happened_at.toISOString(),
    }
  })
}

/** The newest events of a shopper's orders. */
export async function readNotifications({ database, userId, limit }: { database: Database; userId: string; limit: number }) {
  const rows = await database
    .selectFrom('order_events')
    .innerJoin('orders', 'orders.id', 'order_events.order_id')
    .innerJoin('users', 'users.id', 'orders.user_id')
    .select([
      'order_events.id',
      'orders.id as orderId',
      'orders.number',
      'order_events.event',
      'order_events.change',
      'order_events.amount_paise as amount',
      'order_events.happened_at',
    ])
    .select(sql<boolean>`happened_at > notifications_read_at`.as('unread'))
    .where('orders.user_id', '=', userId)
    .where('internal', '=', false)
    .orderBy('order_events.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ change, amount, ...row }) => ({
    ...row,
    type: row.event,
    event: describeOrderEvent({ event: row.event, change, amount }),
  }))
}

export async function markNotificationsRead({ database, userId }: { database: Database; userId: string }): Promise<void> {
  await database.updateTable('users').set({ notifications_read_at: sql<Date>`clock_timestamp()` }).where('id', '=', userId).execute()
}
