import type { StockCause, StockMovement } from '#contract/products.ts'
import { Link } from '../../ui/link.tsx'
import { formatMoment } from '../format-time.ts'
import { buildDrawerHref, ordersPath } from '../list-href.ts'
import { Cell, Table } from '../table.tsx'

const causes: Record<StockCause, string> = {
  opening: 'Opening',
  sale: 'Sale',
  hold: 'Held for a card payment',
  release: 'Hold ended',
  cancel: 'Order cancelled',
  refused: 'Refused on delivery',
  return: 'Return',
  correction: 'Delivery or count',
}

const signed = (change: number): string => (change > 0 ? `+${change}` : `−${-change}`)

/** Why the stock is what it is, the newest first. */
export function MovementList({ movements }: { movements: readonly StockMovement[] }) {
  if (movements.length === 0) return <p className="text-soft">Nothing has moved yet.</p>
  const cell = 'border-b border-edge px-2 py-1.5 font-semibold first:pl-0 last:pr-0'
  return (
    <Table
      label="Movements of the stock"
      head={
        <>
          <th scope="col" className={`${cell} text-left`}>
            When
          </th>
          <th scope="col" className={`${cell} text-left`}>
            What
          </th>
          <th scope="col" className={`${cell} text-right`}>
            Change
          </th>
          <th scope="col" className={`${cell} text-right`}>
            Stock
          </th>
        </>
      }
    >
      {movements.map((movement) => (
        <tr key={movement._id}>
          <Cell className="whitespace-nowrap text-soft">{formatMoment(movement.movedAt)}</Cell>
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
            {signed(movement.change)}
          </Cell>
          <Cell number className="font-semibold">
            {movement.stockAfter}
          </Cell>
        </tr>
      ))}
    </Table>
  )
}
