import { Link } from 'react-router'
import type { StockCause, StockMovement } from '#contract/products.ts'
import { formatDateTime } from '../format-time.ts'
import { buildDrawerHref, ordersPath } from '../list-href.ts'
import { Cell, Head, Table } from '../table.tsx'

const causes: Record<StockCause, string> = {
  opening: 'Initial stock',
  sale: 'Sale',
  hold: 'Reserved for a card payment',
  release: 'Reservation released',
  cancel: 'Order cancelled',
  refused: 'Refused on delivery',
  return: 'Return',
  correction: 'Delivery or count',
}

const formatChange = (change: number): string => (change > 0 ? `+${change}` : `−${-change}`)

/** The stock movements of a product, newest first. */
export function MovementList({ movements }: { movements: readonly StockMovement[] }) {
  if (movements.length === 0) return <p className="text-soft">No stock changes yet.</p>
  return (
    <Table
      label="Stock history"
      head={
        <>
          <Head sticky={false}>Date</Head>
          <Head sticky={false}>Reason</Head>
          <Head sticky={false} number>
            Change
          </Head>
          <Head sticky={false} number>
            Stock
          </Head>
        </>
      }
    >
      {movements.map((movement) => (
        <tr key={movement._id}>
          <Cell className="whitespace-nowrap text-soft">{formatDateTime(movement.movedAt)}</Cell>
          <Cell>
            {causes[movement.cause]}
            {movement.order && (
              <>
                {' '}
                <Link to={buildDrawerHref({ pathname: ordersPath, search: '' }, movement.order._id)} className="link">
                  {movement.order.number}
                </Link>
              </>
            )}
            <span className="block text-soft">{[movement.note, movement.actor].filter(Boolean).join(' · ')}</span>
          </Cell>
          <Cell number className={movement.change < 0 ? '' : 'text-good'}>
            {formatChange(movement.change)}
          </Cell>
          <Cell number className="font-semibold">
            {movement.stockAfter}
          </Cell>
        </tr>
      ))}
    </Table>
  )
}
