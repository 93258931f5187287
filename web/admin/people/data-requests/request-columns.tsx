import { Link } from 'react-router'
import type { DataRequest } from '#contract/accounts/privacy.ts'
import { formatDate } from '../../kit/format-time.ts'
import { buildListHref, ticketsPath } from '../../kit/list-href.ts'
import { actionColumn } from '../../kit/row-actions.tsx'
import { SmallButton } from '../../kit/small-button.tsx'
import type { Column } from '../../kit/table.tsx'
import { requestKinds } from './request-kinds.ts'

const dayMs = 86_400_000

function describeDue({ dueAt, now }: { dueAt: string; now: number }): string {
  const days = Math.ceil((Date.parse(dueAt) - now) / dayMs)
  return days < 0 ? 'Overdue' : days === 0 ? 'Today' : `in ${days} ${days === 1 ? 'day' : 'days'}`
}

function Person({ request: { name, email, phone, orderNumber, isByHand } }: { request: DataRequest }) {
  const contacts = [email, phone, orderNumber && `Order ${orderNumber}`]
  return (
    <span className="flex flex-col gap-0.5 py-1 wrap-anywhere">
      <span className="font-medium">{name || (isByHand ? 'Guest' : 'Deleted account')}</span>
      {contacts.filter(Boolean).map((line) => (
        <span key={line} className="text-soft">
          {line}
        </span>
      ))}
    </span>
  )
}

interface ColumnOptions {
  /** milliseconds since 1970 */
  now: number
  onDone: (request: DataRequest) => void
}

/** The columns of the list of requests. Requests of the account page are closed by the shop. */
export const buildRequestColumns = ({ now, onDone }: ColumnOptions): readonly Column<DataRequest>[] => [
  {
    head: 'Request',
    cell: (request) => (
      <div className="flex flex-col gap-0.5 py-1">
        <span className="font-semibold">{requestKinds[request.kind]}</span>
        {request.ticket && (
          <Link to={buildListHref({ path: ticketsPath, params: { q: request.ticket } })} className="link w-fit tabular-nums">
            {request.ticket}
          </Link>
        )}
        <span className="sm:hidden">
          <Person request={request} />
        </span>
        {request.details && <span className="line-clamp-6 max-w-prose wrap-anywhere">{request.details}</span>}
        {request.note && <span className="max-w-prose wrap-anywhere text-soft">{request.note}</span>}
      </div>
    ),
  },
  { head: 'From', className: 'max-sm:hidden', cell: (request) => <Person request={request} /> },
  {
    head: 'Received',
    number: true,
    className: 'max-md:hidden',
    cell: ({ requestedAt }) => <span className="text-soft">{formatDate(requestedAt)}</span>,
  },
  {
    head: 'Due',
    number: true,
    cell: ({ dueAt, closedAt, closedBy }) =>
      closedAt === null ? (
        <span className="flex flex-col">
          {formatDate(dueAt)}
          <span className={Date.parse(dueAt) < now ? 'font-semibold text-bad' : 'text-soft'}>{describeDue({ dueAt, now })}</span>
        </span>
      ) : (
        <span className="flex flex-col text-good">
          Done {formatDate(closedAt)}
          {closedBy && <span className="text-soft">{closedBy}</span>}
        </span>
      ),
  },
  actionColumn(
    (request) =>
      request.closedAt === null &&
      request.isByHand && (
        <SmallButton
          aria-label={`Mark as done: ${requestKinds[request.kind]}, ${request.name || request.email || request.phone}`}
          onClick={() => onDone(request)}
        >
          Done
        </SmallButton>
      ),
  ),
]
