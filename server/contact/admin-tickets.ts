import { type Selectable, sql } from 'kysely'
import { formatTicketNumber, type TicketKind, type TicketState } from '#contract/contact/ticket-kinds.ts'
import type { AdminTicket, AdminTicketDetail } from '#contract/contact/tickets.ts'
import { paging } from '#contract/kernel/business.ts'
import { countRows } from '../database/count-rows.ts'
import { type ListQuery, limitToPage, presentPage } from '../database/pages.ts'
import type { Database, Tables, Transaction } from '../database/schema.ts'
import { containsPattern } from '../database/text-pattern.ts'
import { AppError } from '../kernel/errors.ts'

interface TicketQuery extends ListQuery {
  readonly kind?: TicketKind | undefined
  readonly state?: TicketState | 'overdue' | undefined
}

type TicketRow = Omit<Selectable<Tables['tickets']>, 'search_text'>

/** characters of a message in the list */
const shownCharacters = 200

export const isOverdue = sql<boolean>`next_due_at < now()`

const lastWriter = sql<'shopper' | 'shop' | null>`(
  select by from ticket_replies where ticket_id = tickets.id order by ticket_replies.id desc limit 1
)`

type PresentedRow = TicketRow & { readonly account: string | null; readonly lastWriter: 'shopper' | 'shop' | null }

const presentTicket = (row: PresentedRow): AdminTicket => ({
  _id: row.id,
  number: formatTicketNumber(row.number),
  kind: row.kind,
  state: row.state,
  name: row.name || (row.account ?? ''),
  email: row.email,
  phone: row.phone,
  orderNumber: row.order_number,
  message: row.message,
  createdAt: row.created_at.toISOString(),
  nextDueAt: row.next_due_at?.toISOString() ?? null,
  settledAt: row.settled_at?.toISOString() ?? null,
  isReplyWaiting: row.state !== 'settled' && row.lastWriter === 'shopper',
})

/** One page of the tickets: those to be answered first, by due date, then the settled ones, newest first. */
export async function listTickets({ database, page, limit: perPage = paging.adminUsersPerPage, q = '', kind, state }: TicketQuery) {
  const text = q.trim().toLowerCase()
  const matching = database
    .selectFrom('tickets')
    .$if(text !== '', (tickets) => tickets.where('search_text', 'like', containsPattern(text)))
    .$if(kind !== undefined, (tickets) => tickets.where('kind', '=', kind as TicketKind))
    .$if(state === 'overdue', (tickets) => tickets.where(isOverdue))
    .$if(state !== undefined && state !== 'overdue', (tickets) => tickets.where('state', '=', state as TicketState))
  // What is shown is read for the rows of the page only, not for those before it.
  const ofPage = matching
    .select('tickets.id')
    .orderBy('next_due_at')
    .orderBy('tickets.created_at', 'desc')
    .orderBy('tickets.id', 'desc')
    .$call(limitToPage({ page, perPage }))
  const [rows, total] = await Promise.all([
    database
      .selectFrom('tickets')
      .leftJoin('users', 'users.id', 'tickets.user_id')
      .selectAll('tickets')
      .select([sql<string>`left(message, ${sql.lit(shownCharacters)})`.as('message'), 'users.name as account', lastWriter.as('lastWriter')])
      .where('tickets.id', 'in', ofPage)
      .orderBy('next_due_at')
      .orderBy('tickets.created_at', 'desc')
      .orderBy('tickets.id', 'desc')
      .execute(),
    countRows(matching),
  ])
  return { tickets: rows.map(presentTicket), ...presentPage({ page, perPage, total, minPages: 1 }) }
}

/** @throws AppError ticket_gone */
export async function readTicket({ database, id }: { database: Database; id: string }): Promise<AdminTicketDetail> {
  const row = await database
    .selectFrom('tickets')
    .leftJoin('users', 'users.id', 'tickets.user_id')
    .leftJoin('users as acknowledger', 'acknowledger.id', 'acknowledged_by')
    .leftJoin('users as settler', 'settler.id', 'settled_by')
    .leftJoin('orders', 'orders.id', 'order_id')
    .selectAll('tickets')
    .select([
      'users.name as account',
      'acknowledger.name as acknowledgedByName',
      'settler.name as settledByName',
      lastWriter.as('lastWriter'),
    ])
    .select(
      sql<boolean>`coalesce(orders.user_id = tickets.user_id, false)
        or (tickets.email <> '' and lower(orders.delivery_address ->> 'email') = lower(tickets.email))`.as('isOfWriter'),
    )
    .where('tickets.id', '=', id)
    .executeTakeFirstOrThrow(() => new AppError('ticket_gone'))
  const replies = await database
    .selectFrom('ticket_replies')
    .leftJoin('users', 'users.id', 'author_id')
    .select(['by', 'text', 'replied_at', 'users.name'])
    .where('ticket_id', '=', id)
    .orderBy('ticket_replies.id')
    .execute()
  return {
    ...presentTicket(row),
    acknowledgeBy: row.acknowledge_by.toISOString(),
    dueAt: row.due_at.toISOString(),
    acknowledgedAt: row.acknowledged_at?.toISOString() ?? null,
    acknowledgedBy: row.acknowledgedByName,
    settledBy: row.settledByName,
    isAccount: row.user_id !== null,
    order: row.order_id === null ? null : { _id: row.order_id, isOfWriter: Boolean(row.isOfWriter) },
    replies: replies.map(({ by, text, replied_at, name }) => ({ by, text, at: replied_at.toISOString(), author: name })),
    version: row.version,
  }
}

export interface TicketChange {
  readonly trx: Transaction
  readonly id: string
  /** that the administrator has seen */
  readonly version: number
  readonly administratorId: string
}

/** Locks a ticket as the administrator has seen it. @throws AppError ticket_gone, or ticket_changed */
export async function lockTicket({ trx, id, version }: TicketChange) {
  const row = await trx.selectFrom('tickets').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw new AppError('ticket_gone')
  if (row.version !== version) throw new AppError('ticket_changed')
  return row
}

/** Tickets that are not acknowledged, or not settled, in time. */
export async function countOverdueTickets({ database }: { database: Database }): Promise<number> {
  return countRows(database.selectFrom('tickets').where(isOverdue))
}
