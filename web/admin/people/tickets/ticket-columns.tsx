import { ticketKindLabels } from '#contract/contact/ticket-kinds.ts'
import type { AdminTicket } from '#contract/contact/tickets.ts'
import { RowLink } from '../../kit/drawer-link.tsx'
import { formatDate, formatDateTime } from '../../kit/format-time.ts'
import type { Column } from '../../kit/table.tsx'

const hourMs = 3_600_000

/** `Overdue`, `in 5 hours` or `in 12 days`. */
function describeTimeLeft({ dueAt, now }: { dueAt: string; now: number }): string {
  const hours = Math.ceil((Date.parse(dueAt) - now) / hourMs)
  if (hours <= 0) return 'Overdue'
  if (hours < 48) return `in ${hours} ${hours === 1 ? 'hour' : 'hours'}`
  return `in ${Math.floor(hours / 24)} days`
}

/** When a ticket must be read, or else settled. */
export function DueDate({ ticket: { state, nextDueAt, settledAt }, now }: { ticket: AdminTicket; now: number }) {
  if (nextDueAt === null) return <span className="text-good">Settled {settledAt && formatDate(settledAt)}</span>
  const isOverdue = Date.parse(nextDueAt) < now
  return (
    <span className="flex flex-col">
      <span className="sm:whitespace-nowrap">
        {state === 'open' ? 'Read' : 'Settle'} by {formatDateTime(nextDueAt)}
      </span>
      <span className={isOverdue ? 'font-semibold text-bad' : 'text-soft'}>{describeTimeLeft({ dueAt: nextDueAt, now })}</span>
    </span>
  )
}

/** Who has written a ticket. */
export const nameWriter = ({ name, email, phone }: AdminTicket): string => name || email || phone || 'Deleted account'

/** The columns of the list of tickets; `now` in milliseconds since 1970. */
export const buildTicketColumns = (now: number): readonly Column<AdminTicket>[] => [
  {
    head: 'Ticket',
    cell: ({ _id, number, kind, isReplyWaiting }) => (
      <>
        <RowLink id={_id} className="whitespace-nowrap tabular-nums max-sm:-my-2">
          {number}
        </RowLink>
        <span className="block text-soft sm:whitespace-nowrap">{ticketKindLabels[kind]}</span>
        {isReplyWaiting && <span className="block font-medium sm:whitespace-nowrap">New reply</span>}
      </>
    ),
  },
  {
    head: 'From',
    className: 'wrap-anywhere',
    cell: (ticket) => (
      <>
        <span className="line-clamp-2 max-w-64 font-medium">{nameWriter(ticket)}</span>
        {ticket.orderNumber && <span className="line-clamp-2 max-w-64 text-soft">Order {ticket.orderNumber}</span>}
        <span className="line-clamp-2 text-soft md:hidden">{ticket.message}</span>
      </>
    ),
  },
  {
    head: 'Message',
    className: 'max-md:hidden wrap-anywhere',
    cell: ({ message }) => <span className="line-clamp-2 max-w-prose">{message || '–'}</span>,
  },
  {
    head: 'Received',
    number: true,
    className: 'max-lg:hidden',
    cell: ({ createdAt }) => <span className="whitespace-nowrap text-soft">{formatDateTime(createdAt)}</span>,
  },
  { head: 'Due', number: true, cell: (ticket) => <DueDate ticket={ticket} now={now} /> },
]
