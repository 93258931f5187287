import { useId, useState } from 'react'
import { Link } from 'react-router'
import { formatRupees } from '#contract/kernel/money.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { formatDate } from '../../ui/format-date.ts'
import { buildTrackingHref } from '../shared/order-text.ts'
import { forgetPlacedOrders, type PlacedOrder } from './placed-orders.ts'

interface DeviceOrdersProps {
  orders: readonly PlacedOrder[]
  /** an order that is shown apart from the list and removed with it */
  shownNumber?: string
  title: string
  /** the path of order tracking in the current dashboard */
  trackingPath?: string
  onForget: () => void
}

/** Guest orders of this device with links that track them, and a button that removes them from it. */
export function DeviceOrders({ orders, shownNumber, title, trackingPath, onForget }: DeviceOrdersProps) {
  const id = useId()
  const [isAsking, setAsking] = useState(false)
  const numbers = [...(shownNumber ? [shownNumber] : []), ...orders.map(({ number }) => number)]
  return (
    // Without a name it is no region.
    <section aria-labelledby={orders.length > 0 ? id : undefined} className="flex flex-col items-start gap-2">
      {orders.length > 0 && (
        <>
          <h3 id={id} className="font-medium">
            {title}
          </h3>
          <ul className="flex flex-col">
            {orders.map(({ number, createdAt, total }) => (
              <li key={number} className="flex flex-wrap items-center gap-x-4 text-soft tabular-nums">
                <Link to={buildTrackingHref(number, trackingPath)} className="link inline-flex min-h-11 items-center font-medium">
                  {number}
                </Link>
                <time dateTime={createdAt}>{formatDate(createdAt)}</time>
                {formatRupees(total)}
              </li>
            ))}
          </ul>
        </>
      )}
      <Button variant="quiet" className="-ml-4 text-sm" onClick={() => setAsking(true)}>
        Remove from this device
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Remove from this device?"
          text={`${numbers.length === 1 ? 'Order' : 'Orders'} ${numbers.join(', ')} will not be listed on this device any more. Nothing is cancelled. Keep the number to track ${numbers.length === 1 ? 'it' : 'them'} later.`}
          action="Remove"
          busy={false}
          onConfirm={() => {
            forgetPlacedOrders()
            onForget()
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  )
}
