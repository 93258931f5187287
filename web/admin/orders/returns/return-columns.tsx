import { formatRupees } from '#contract/kernel/money.ts'
import type { ReturnRow } from '#contract/returns/admin-returns.ts'
import { isReturnOpen } from '#contract/orders/return-states.ts'
import { DrawerLink } from '../../kit/drawer-link.tsx'
import { formatDate } from '../../kit/format-time.ts'
import type { Column } from '../../kit/table.tsx'
import { returnStateLabels } from '../../shared/return-state-labels.ts'

function State({ row: { state, isOverdue } }: { row: ReturnRow }) {
  return (
    <span className="flex flex-col">
      <span className={isReturnOpen(state) ? 'font-semibold' : 'text-soft'}>{returnStateLabels[state]}</span>
      {isOverdue && <span className="font-medium text-bad">Overdue</span>}
    </span>
  )
}

/** The columns of the list of returns. */
export const returnColumns: readonly Column<ReturnRow>[] = [
  {
    head: 'Return',
    cell: (row) => (
      <span className="flex flex-col gap-0.5 py-1">
        <DrawerLink id={row._id} className="link font-semibold whitespace-nowrap tabular-nums">
          {row.number}
        </DrawerLink>
        <span className="wrap-anywhere">{row.order.name}</span>
        <span className="sm:hidden">
          <State row={row} />
        </span>
      </span>
    ),
  },
  { head: 'State', className: 'max-sm:hidden', cell: (row) => <State row={row} /> },
  { head: 'Pieces', number: true, className: 'max-md:hidden', cell: ({ pieces }) => pieces },
  { head: 'Reason', className: 'max-md:hidden', cell: ({ isFault }) => (isFault ? 'Faulty or wrong' : '') },
  {
    head: 'Asked for',
    number: true,
    className: 'max-sm:hidden',
    cell: ({ askedAt }) => <span className="text-soft">{formatDate(askedAt)}</span>,
  },
  {
    head: 'Refund',
    number: true,
    className: 'font-semibold',
    cell: ({ kind, refund }) => (kind === 'exchange' ? 'Exchange' : formatRupees(refund)),
  },
]
