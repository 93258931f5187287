import type { Selectable } from 'kysely'
import { formatTicketNumber } from '#contract/contact/ticket-kinds.ts'
import type { ListedTicket, TicketThread } from '#contract/contact/tickets.ts'
import { ticketLimits } from '#contract/kernel/limits/ticket-limits.ts'
import type { Database, Tables, Transaction } from '../database/schema.ts'
import { AppError } from '../kernel/errors.ts'
import { queueContactMail } from '../mail/outbox.ts'
import { acknowledgeBy, settleBy } from './open-ticket.ts'

type TicketRow = Selectable<Tables['tickets']>
type ReplyRow = Pick<Selectable<Tables['ticket_replies']>, 'by' | 'text' | 'replied_at'>

const presentReply = ({ by, text, replied_at }: ReplyRow) => ({ by, text, at: replied_at.toISOString() })

const presentTicket = (row: TicketRow) => ({
  number: formatTicketNumber(row.number),
  kind: row.kind,
  state: row.state,
  orderNumber: row.order_number,
  message: row.message,
  createdAt: row.created_at.toISOString(),
  acknowledgeBy: row.acknowledge_by.toISOString(),
  dueAt: row.due_at.toISOString(),
  acknowledgedAt: row.acknowledged_at?.toISOString() ?? null,
  settledAt: row.settled_at?.toISOString() ?? null,
})

/** A request about data that is settled stays so: a new one has due dates of its own. */
const canReply = ({ kind, state }: Pick<TicketRow, 'kind' | 'state'>): boolean => kind !== 'data' || state !== 'settled'

/** The ticket with this number, if it has this email address or belongs to this shopper. Only the account proves who asks. */
export async function findTicketByNumber({
  database,
  number,
  email,
  userId,
}: {
  database: Database
  number: number
  email: string
  userId: string | null
}): Promise<{ id: string; isVerified: boolean } | undefined> {
  const row = await database.selectFrom('tickets').select(['id', 'email', 'user_id']).where('number', '=', number).executeTakeFirst()
  const isOwn = userId !== null && row?.user_id === userId
  const hasEmail = email !== '' && row?.email.toLowerCase() === email.toLowerCase()
  return row && (isOwn || hasEmail) ? { id: row.id, isVerified: isOwn } : undefined
}

/** A ticket with its replies. @throws AppError ticket_not_found when it was deleted in the meantime */
export async function readThread({ database, id }: { database: Database; id: string }): Promise<TicketThread> {
  const row = await database.selectFrom('tickets').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw new AppError('ticket_not_found')
  const replies = await database
    .selectFrom('ticket_replies')
    .select(['by', 'text', 'replied_at'])
    .where('ticket_id', '=', id)
    .orderBy('id')
    .execute()
  return { ...presentTicket(row), replies: replies.map(presentReply), canReply: canReply(row) }
}

/**
 * Adds what a shopper writes, and mails it to the shop. A settled ticket is open again, with new due dates.
 *
 * @throws AppError ticket_not_found when it was deleted in the meantime
 * @throws AppError ticket_closed for a request about data that is settled
 */
export async function addShopperReply({ trx, id, text }: { trx: Transaction; id: string; text: string }): Promise<void> {
  const row = await trx.selectFrom('tickets').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw new AppError('ticket_not_found')
  if (!canReply(row)) throw new AppError('ticket_closed')
  const opened = {
    state: 'open',
    acknowledge_by: acknowledgeBy,
    due_at: settleBy(ticketLimits.settleDays),
    acknowledged_at: null,
    acknowledged_by: null,
    settled_at: null,
    settled_by: null,
  } as const
  await trx
    .updateTable('tickets')
    .set({ version: row.version + 1, ...(row.state === 'settled' && opened) })
    .where('id', '=', id)
    .execute()
  await trx.insertInto('ticket_replies').values({ ticket_id: id, by: 'shopper', text }).execute()
  const { name, email: replyTo, order_number: orderNumber, number } = row
  if (replyTo === '') return
  const message = { name, replyTo, orderNumber: orderNumber || null, message: text, ticket: formatTicketNumber(number), isReply: true }
  await queueContactMail({ trx, message })
}

/** The newest messages of a shopper. Requests that the account page answers by itself are left out. */
export async function listOwnTickets({ database, userId }: { database: Database; userId: string }): Promise<ListedTicket[]> {
  const rows = await database
    .selectFrom('tickets')
    .selectAll()
    .select((eb) =>
      eb
        .selectFrom('ticket_replies')
        .select(({ fn }) => fn.max('replied_at').as('answered_at'))
        .whereRef('ticket_id', '=', 'tickets.id')
        .where('by', '=', 'shop')
        .as('answered_at'),
    )
    .where('user_id', '=', userId)
    .where('message', '<>', '')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(ticketLimits.listed)
    .execute()
  return rows.map((row) => ({ ...presentTicket(row), answeredAt: row.answered_at?.toISOString() ?? null }))
}
