import { Link } from 'react-router'
import { ticketKindLabels, ticketStateLabels } from '#contract/contact/ticket-kinds.ts'
import type { ListedTicket } from '#contract/contact/tickets.ts'
import { userHome } from '../session/homes.ts'
import { formatDate } from '../ui/format-date.ts'

function describeProgress({ state, answeredAt, acknowledgeBy, dueAt, settledAt }: ListedTicket): string {
  if (settledAt !== null) return `on ${formatDate(settledAt)}`
  if (answeredAt !== null) return `answered on ${formatDate(answeredAt)}`
  return state === 'open' ? `we read it by ${formatDate(acknowledgeBy)}` : `we settle it by ${formatDate(dueAt)}`
}

/** What the shopper has written to the shop, newest first. */
export function TicketList({ tickets }: { tickets: readonly ListedTicket[] }) {
  return (
    <ul className="flex flex-col divide-y divide-line">
      {tickets.map((ticket) => (
        <li key={ticket.number} className="grid gap-x-8 gap-y-1 py-3 sm:grid-cols-[12rem_minmax(0,1fr)_auto] sm:items-baseline">
          <span>
            <Link
              to={`${userHome}/ticket?number=${ticket.number}`}
              className="link font-semibold tabular-nums max-sm:inline-flex max-sm:min-h-11 max-sm:items-center"
            >
              {ticket.number}
            </Link>{' '}
            <span className="text-soft">{ticketKindLabels[ticket.kind]}</span>
          </span>
          <span className="min-w-0 truncate">{ticket.message}</span>
          <span className="text-sm text-soft">
            <span className={`font-medium ${ticket.state === 'settled' ? 'text-good' : 'text-ink'}`}>
              {ticketStateLabels[ticket.state]}
            </span>
            , {describeProgress(ticket)}
          </span>
        </li>
      ))}
    </ul>
  )
}
