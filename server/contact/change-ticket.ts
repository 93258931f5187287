import { sql } from 'kysely'
import { AppError } from '../kernel/errors.ts'
import { lockTicket, type TicketChange } from './admin-tickets.ts'
import { queueTicketMail } from './ticket-mails.ts'

const now = sql<Date>`now()`

/**
 * Tells the person who wrote a ticket that it was read.
 *
 * @throws AppError ticket_changed when it is no longer open
 */
export async function acknowledgeTicket(change: TicketChange): Promise<void> {
  const { trx, administratorId } = change
  const ticket = await lockTicket(change)
  if (ticket.state !== 'open') throw new AppError('ticket_changed')
  await trx
    .updateTable('tickets')
    .set({ state: 'acknowledged', acknowledged_at: now, acknowledged_by: administratorId, version: ticket.version + 1 })
    .where('id', '=', ticket.id)
    .execute()
  await queueTicketMail({ trx, ticket, event: 'acknowledged' })
}

/**
 * Answers by email, which acknowledges the ticket, too.
 *
 * @throws AppError ticket_without_email
 */
export async function answerTicket({ text, ...change }: TicketChange & { text: string }): Promise<void> {
  const { trx, administratorId } = change
  const ticket = await lockTicket(change)
  if (ticket.email === '') throw new AppError('ticket_without_email')
  const acknowledged = { state: 'acknowledged', acknowledged_at: now, acknowledged_by: administratorId } as const
  await trx
    .updateTable('tickets')
    .set({ version: ticket.version + 1, ...(ticket.state === 'open' && acknowledged) })
    .where('id', '=', ticket.id)
    .execute()
  await trx.insertInto('ticket_replies').values({ ticket_id: ticket.id, by: 'shop', text, author_id: administratorId }).execute()
  await queueTicketMail({ trx, ticket, event: 'answered', text })
}

/** Ends the links of all mails about a ticket that were sent before. The next mail has a new one. */
export async function revokeTicketLinks(change: TicketChange): Promise<void> {
  const { trx } = change
  const { id, version } = await lockTicket(change)
  const revoked = trx.updateTable('tickets').set((eb) => ({ version: version + 1, link_revision: eb('link_revision', '+', 1) }))
  await revoked.where('id', '=', id).execute()
}

/**
 * Ends a ticket.
 *
 * @throws AppError ticket_of_data_request
 * @throws AppError ticket_changed when it is settled already
 */
export async function settleTicket(change: TicketChange): Promise<void> {
  const { trx, administratorId } = change
  const ticket = await lockTicket(change)
  if (ticket.kind === 'data') throw new AppError('ticket_of_data_request')
  if (ticket.state === 'settled') throw new AppError('ticket_changed')
  const acknowledged = { acknowledged_at: now, acknowledged_by: administratorId }
  await trx
    .updateTable('tickets')
    .set({ version: ticket.version + 1, ...(ticket.state === 'open' && acknowledged) })
    .set({ state: 'settled', settled_at: now, settled_by: administratorId })
    .where('id', '=', ticket.id)
    .execute()
  await queueTicketMail({ trx, ticket, event: 'settled' })
}
