import { formatTicketNumber } from '#contract/contact/ticket-kinds.ts'
import { ticketLimits } from '#contract/kernel/limits/ticket-limits.ts'
import type { OutboxTicketMail, Transaction } from '../database/schema.ts'
import { queueAccountMail } from '../mail/outbox.ts'

interface TicketMail {
  readonly trx: Transaction
  readonly ticket: { readonly id: string; readonly number: number; readonly email: string }
  readonly event: OutboxTicketMail['event']
  /** what the shop has answered */
  readonly text?: string
  readonly days?: number
}

/** Queues a mail to the person who wrote a ticket; none without an address. */
export async function queueTicketMail({ trx, ticket, event, text = '', days = ticketLimits.settleDays }: TicketMail): Promise<void> {
  const { id: ticketId, number, email: to } = ticket
  if (to === '') return
  await queueAccountMail({ database: trx, mail: { kind: 'ticket', event, to, ticketId, number: formatTicketNumber(number), text, days } })
}
