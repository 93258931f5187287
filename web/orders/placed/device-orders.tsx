import { useId } from 'react'
import { Link } from 'react-router'
import { formatRupees } from '#contract/money.ts'
import { Button } from '../../ui/button.tsx'
import { formatDate } from '../../ui/format-date.ts'
import { buildTrackingHref } from '../shared/order-text.ts'
import { forgetPlacedOrders, type PlacedOrder } from './placed-orders.ts'

/** Guest orders of this device with links that track them, and a button that removes them from it. */
export function DeviceOrders({
  orders,
  title,
  trackingPath,
  onForget,
}: {
  orders: readonly PlacedOrder[]
  title: string
  /** the path of order tracking in the current dashboard */
  trackingPath?: string
  onForget: () => void
}) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="flex flex-col items-start gap-2">
      <h3 id={id} className={orders.length === 0 ? 'sr-only' : 'font-medium'}>
        {title}
      </h3>
      {orders.length > 0 && (
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
      )}
      <Button
        variant="quiet"
        className="-ml-4 text-sm"
        onClick={() => {
          forgetPlacedOrders()
          onForget()
        }}
      >
        Remove from this device
      </Button>
    </section>
  )
}
