import { useEffect, useRef, useState } from 'react'
import { formatRupees } from '#contract/money.ts'
import { describeExpectedDay } from '#contract/orders/delivery-estimate.ts'
import { storeJson } from '../../api/stored-json.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Divider } from '../../ui/divider.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LineItemList } from '../shared/line-item-list.tsx'
import { buildTrackingHref } from '../shared/order-text.ts'
import { DeviceOrders } from './device-orders.tsx'
import { closePlacedOrder, readPlacedOrders } from './placed-orders.ts'

const heightProperty = '--placed-order-height'

/** The guest order that was placed last on this device, until it is closed. */
export function PlacedOrderPanel() {
  const [orders, setOrders] = useState(readPlacedOrders)
  const panel = useRef<HTMLElement>(null)
  const [order, ...others] = orders
  const isOpen = order?.isOpen ?? false
  useEffect(() => {
    // The panel has its own height now.
    document.documentElement.style.removeProperty(heightProperty)
    storeJson('localStorage', 'placedOrderHeight', isOpen ? panel.current?.offsetHeight : undefined)
  }, [isOpen])
  if (order === undefined || !isOpen) return null
  const { number, items, total, addressLines, phone, expectedBy } = order
  const close = () => {
    closePlacedOrder()
    setOrders([])
    document.getElementById('main')?.focus()
  }
  return (
    <section ref={panel} aria-labelledby="placed-order" className="page-width pt-6 sm:pt-8">
      <div className="relative grid items-start gap-x-12 gap-y-8 rounded-control border border-good bg-raised p-5 sm:p-8 md:grid-cols-2 xl:grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)_minmax(0,0.8fr)]">
        <div className="flex flex-col items-start gap-4 md:col-span-2 xl:col-span-1">
          <h2 id="placed-order" className="title pr-12 text-[clamp(1.5rem,1.2rem+1.5vw,2.25rem)]">
            Order <span className="whitespace-nowrap tabular-nums">{number}</span> placed
          </h2>
          <p>
            Thank you. {expectedBy && describeExpectedDay({ expectedBy })} Please keep {formatRupees(total)} ready for the courier.
          </p>
          <LinkButton variant="ink" to={buildTrackingHref(number)} className="min-h-12">
            Track this order
          </LinkButton>
        </div>
        <div className="flex flex-col gap-4">
          <LineItemList scrolls label="Items of this order" items={items} />
          <Divider className="text-edge" />
          <p className="flex justify-between gap-6 font-semibold tabular-nums">
            <span>Total, cash on delivery</span> {formatRupees(total)}
          </p>
        </div>
        <div className="flex flex-col gap-6">
          <div>
            <h3 className="font-medium">Delivery to</h3>
            <address className="flex flex-col text-soft not-italic wrap-anywhere">
              {addressLines.map((line) => (
                <span key={line}>{line}</span>
              ))}
              <span className="tabular-nums">{phone}</span>
            </address>
          </div>
          <DeviceOrders orders={others} title="Earlier orders" onForget={() => setOrders([])} />
        </div>
        <button
          type="button"
          aria-label="Close"
          onClick={close}
          className="absolute top-2 right-2 inline-flex size-11 items-center justify-center rounded-control hover:bg-sunk sm:top-4 sm:right-4"
        >
          <Icon name="close" />
        </button>
      </div>
    </section>
  )
}
