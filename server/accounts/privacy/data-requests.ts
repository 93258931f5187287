import { sql } from 'kysely'
import type { DataRequest, DataRequestKind } from '#contract/accounts/privacy.ts'
import { formatTicketNumber } from '#contract/contact/ticket-kinds.ts'
import type { CallInput } from '#contract/contract.ts'
import { paging } from '#contract/kernel/business.ts'
import { answerDays } from '#contract/kernel/limits/retention.ts'
import { countRows } from '../../database/count-rows.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import { type ListQuery, limitToPage, presentPage } from '../../database/pages.ts'
import type { Database } from '../../database/schema.ts'
import { containsPattern } from '../../database/text-pattern.ts'
import { AppError } from '../../kernel/errors.ts'
import { deleteEvents } from './events-of-person.ts'
import { deleteImportedDetails } from './imported-details.ts'
import { deleteOrderDrafts } from './order-drafts.ts'
import { deleteShopperNotes } from './shopper-notes.ts'
import { deleteSettledTickets } from './tickets-of-person.ts'

const dueAt = (kind: DataRequestKind) => sql<Date>`now() + make_interval(days => ${answerDays[kind]})`

/** Records what a shopper has done on the account page. With a `note` it is done already. */
export async function recordDataRequest({
  database,
  userId,
  kind,
  note = null,
}: {
  database: Database
  userId: string
  kind: DataRequestKind
  note?: string | null
}): Promise<void> {
  const closedAt = note === null ? null : sql<Date>`now()`
  await database
    .insertInto('data_requests')
    .values({ kind, user_id: userId, due_at: dueAt(kind), closed_at: closedAt, note })
    .execute()
}

/** Closes the open erasure requests that a shopper has made on the account page. */
export async function closeErasureRequests({ database, userId, note }: { database: Database; userId: string; note: string }) {
  await database
    .updateTable('data_requests')
    .set({ closed_at: sql<Date>`now()`, note })
    .where('user_id', '=', userId)
    .where('kind', '=', 'erasure')
    .where('details', 'is', null)
    .where('closed_at', 'is', null)
    .execute()
}

interface NewRequest {
  readonly database: Database
  readonly request: CallInput<'POST /users/data-requests'>['body']
  /** the administrator's id */
  readonly enteredBy: string
}

/** Adds a request that reached the shop outside of the account page. */
export async function addDataRequest({ database, request, enteredBy }: NewRequest): Promise<void> {
  const { kind, name, email, phone, orderNumber, details } = request
  await database
    .insertInto('data_requests')
    .values({ kind, name, email, phone, order_number: orderNumber, details, entered_by: enteredBy, due_at: dueAt(kind) })
    .execute()
}

/** Closes a request; an erasure deletes what was imported about the person, notes of orders, and the settled messages. @throws AppError data_request_gone when somebody else has closed it */
export async function closeDataRequest({
  database,
  id,
  note,
  closedBy,
}: {
  database: Database
  id: string
  note: string
  closedBy: string
}) {
  await inTransaction(database, async (transaction) => {
    const closed = await transaction
      .updateTable('data_requests')
      .set({ closed_at: sql<Date>`now()`, closed_by: closedBy, note })
      .where('id', '=', id)
      .where('closed_at', 'is', null)
      .returning(['kind', 'email', 'phone'])
      .executeTakeFirstOrThrow(() => new AppError('data_request_gone'))
    if (closed.kind !== 'erasure') return
    const { email, phone } = closed
    const emails = email ? [email] : []
    const phones = phone ? [phone] : []
    await deleteImportedDetails({ database: transaction, phones, emails })
    await deleteOrderDrafts({ database: transaction, userId: null, phones, emails })
    await deleteShopperNotes({ database: transaction, userId: null, phones, emails })
    await deleteSettledTickets({ database: transaction, userId: null, emails })
    await deleteEvents({ database: transaction, userId: null, phones, emails })
  })
}

interface RequestQuery extends ListQuery {
  readonly state?: 'open' | 'done' | undefined
}

/** One page of the requests: open ones first, by due date, then the others, newest first. */
export async function listDataRequests({ database, page, limit: perPage = paging.adminUsersPerPage, q = '', state }: RequestQuery) {
  const matching = database
    .selectFrom('data_requests as request')
    .leftJoin('users as shopper', 'shopper.id', 'request.user_id')
    .leftJoin('users as administrator', 'administrator.id', 'request.closed_by')
    .leftJoin('tickets as ticket', 'ticket.data_request_id', 'request.id')
    .$if(q.trim() !== '', (requests) =>
      requests.where(
        sql<boolean>`concat_ws(' ', request.name, shopper.name, request.email, request.phone, request.order_number, 'T-' || ticket.number) ilike ${containsPattern(q)}`,
      ),
    )
    .$if(state !== undefined, (requests) => requests.where('request.closed_at', state === 'open' ? 'is' : 'is not', null))
  const [rows, total] = await Promise.all([
    matching
      .selectAll('request')
      .select(['shopper.name as shopperName', 'administrator.name as closedByName', 'ticket.number as ticketNumber'])
      .orderBy(sql`closed_at is not null`)
      .orderBy(sql`case when closed_at is null then request.due_at end`)
      .orderBy('requested_at', 'desc')
      .orderBy('request.id', 'desc')
      .$call(limitToPage({ page, perPage }))
      .execute(),
    countRows(matching),
  ])
  const requests = rows.map(
    (row): DataRequest => ({
      _id: row.id,
      ...(row.ticketNumber !== null && { ticket: formatTicketNumber(row.ticketNumber) }),
      kind: row.kind,
      name: row.shopperName ?? row.name ?? '',
      email: row.email ?? '',
      phone: row.phone ?? '',
      orderNumber: row.order_number ?? '',
      details: row.details ?? '',
      // The columns of requests by hand, and of the contact form, are empty texts, not null.
      isByHand: row.details !== null,
      requestedAt: row.requested_at.toISOString(),
      dueAt: row.due_at.toISOString(),
      closedAt: row.closed_at?.toISOString() ?? null,
      closedBy: row.closedByName,
      note: row.note,
    }),
  )
  return { requests, ...presentPage({ page, perPage, total, minPages: 1 }) }
}
