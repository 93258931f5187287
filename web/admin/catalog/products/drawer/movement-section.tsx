import type { StockCause, StockMovement } from '#contract/inventory/stock.ts'
import { DrawerLink } from '../../../kit/drawer-link.tsx'
import { formatDateTime } from '../../../kit/format-time.ts'
import { ordersPath } from '../../../kit/list-href.ts'
import { type Column, Table } from '../../../kit/table.tsx'
import { useProductCard } from './product-card.tsx'

const causes: Record<StockCause, string> = {
  opening: 'Initial stock',
  sale: 'Sale',
  hold: 'Reserved for an online payment',
  release: 'Reservation released',
  cancel: 'Order cancelled',
  refused: 'Refused on delivery',
  return: 'Return',
  correction: 'Delivery or count',
}

const columns: readonly Column<StockMovement>[] = [
  {
    head: 'Date',
    className: 'whitespace-nowrap',
    cell: ({ movedAt }) => <span className="text-soft">{formatDateTime(movedAt)}</span>,
  },
  {
    head: 'Reason',
    cell: ({ cause, isSold, size, order, note, actor }) => (
      <>
        {isSold ? 'Sale, paid online' : causes[cause]}
        {size === null ? ' ' : `, size ${size} `}
        {order && (
          <DrawerLink list={ordersPath} id={order._id} className="link max-sm:inline-flex max-sm:min-h-11 max-sm:items-center">
            {order.number}
          </DrawerLink>
        )}
        <span className="block text-soft">{[note, actor].filter(Boolean).join(' · ')}</span>
      </>
    ),
  },
  {
    head: 'Change',
    number: true,
    cell: ({ change }) => (change > 0 ? <span className="text-good">+{change}</span> : `−${-change}`),
  },
  { head: 'Stock', number: true, className: 'font-semibold', cell: ({ stockAfter }) => stockAfter },
]

/** The stock movements of a product, newest first. */
export function MovementSection() {
  const { movements } = useProductCard()
  if (movements.length === 0) return <p className="text-soft">No stock changes yet.</p>
  return <Table label="Stock history" columns={columns} rows={movements} getKey={({ _id }) => _id} stickyHead={false} />
}
