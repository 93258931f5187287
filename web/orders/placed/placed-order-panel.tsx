import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link, useLocation, useNavigationType } from 'react-router'
import { formatRupees } from '#contract/kernel/money.ts'
import { describeExpectedDay } from '#contract/orders/delivery-estimate.ts'
import { storeJson } from '../../api/stored-json.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Divider } from '../../ui/divider.tsx'
import { Icon } from '../../ui/icon.tsx'
import { DeliveryAddressLines } from '../shared/address-lines.tsx'
import { LineItemList } from '../shared/line-item-list.tsx'
import { buildTrackingHref } from '../shared/order-text.ts'
import { DeviceOrders } from './device-orders.tsx'
import { isJustPlaced } from './just-placed.ts'
import { closePlacedOrder, type PlacedOrder, readPlacedOrders } from './placed-orders.ts'

const heightProperty = '--placed-order-height'

/**
 * The guest order that was placed last on this device, until it is closed. Right after the order with everything and the focus; on
 * later visits, when somebody else may use the device, with its number only until it is opened.
 */
export function PlacedOrderPanel() {
  const [orders, setOrders] = useState(readPlacedOrders)
  const { state } = useLocation()
  const navigationType = useNavigationType()
  const panel = useRef<HTMLElement>(null)
  const details = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const [order, ...others] = orders
  const isNew = order !== undefined && isJustPlaced({ order, state })
  const [isExpanded, setExpanded] = useState(isNew)
  const isShown = order?.isOpen ?? false
  const getsFocus = isNew && isShown && navigationType !== 'POP'
  useEffect(() => {
    // The panel has its own height now.
    document.documentElement.style.removeProperty(heightProperty)
    // On the next visit only the number is shown.
    const height = (panel.current?.offsetHeight ?? 0) - (details.current?.offsetHeight ?? 0)
    storeJson('localStorage', 'placedOrderHeight', isShown ? height : undefined)
  }, [isShown])
  useEffect(() => {
    if (getsFocus) heading.current?.focus({ preventScroll: true })
  }, [getsFocus])
  if (order === undefined || !isShown) return null
  const hide = () => {
    setOrders([])
    document.getElementById('main')?.focus()
  }
  return (
    <section ref={panel} aria-labelledby="placed-order" className="page-width pt-6 sm:pt-8">
      <div className="relative flex flex-col rounded-control border border-good bg-raised px-5 sm:px-8">
        <header className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3 py-4 sm:py-5 sm:pr-10">
          <h2
            id="placed-order"
            ref={heading}
            tabIndex={-1}
            className={
              isExpanded ? 'title pr-8 text-[clamp(1.5rem,1.2rem+1.5vw,2.25rem)] outline-none' : 'pr-8 font-display text-2xl outline-none'
            }
          >
            Order <span className="whitespace-nowrap tabular-nums">{order.number}</span>
            {isNew && ' placed'}
          </h2>
          <div className="flex flex-wrap gap-3">
            <LinkButton variant="ink" to={buildTrackingHref(order.number)}>
              Track this order
            </LinkButton>
            {!isNew && (
              <Button aria-expanded={isExpanded} onClick={() => setExpanded(!isExpanded)}>
                {isExpanded ? 'Hide details' : 'Show details'}
              </Button>
            )}
          </div>
        </header>
        {isExpanded && (
          <div ref={details} className="flex flex-col gap-6 pb-5 sm:pb-8">
            <Details order={order} isNew={isNew}>
              <DeviceOrders orders={others} shownNumber={order.number} title="Earlier orders" onForget={hide} />
            </Details>
          </div>
        )}
        <button
          type="button"
          aria-label="Close"
          onClick={() => {
            closePlacedOrder()
            hide()
          }}
          className="absolute top-2 right-2 inline-flex size-11 items-center justify-center rounded-control hover:bg-sunk sm:top-3 sm:right-3"
        >
          <Icon name="close" />
        </button>
      </div>
    </section>
  )
}

function Details({ order, isNew, children }: { order: PlacedOrder; isNew: boolean; children: ReactNode }) {
  const { number, items, total, cash, isPaid, addressLines, phone, expectedBy } = order
  return (
    <>
      <p>
        {isNew && 'Thank you. '}
        {expectedBy && `${describeExpectedDay({ expectedBy })} `}
        {isNew && (isPaid ? 'You have nothing to pay the courier.' : `Please keep ${formatRupees(cash)} ready for the courier.`)}
      </p>
      <div className="grid items-start gap-x-12 gap-y-8 md:grid-cols-2">
        <div className="flex flex-col gap-4">
          <LineItemList scrolls label="Items of this order" items={items} />
          <Divider className="text-edge" />
          <p className="flex justify-between gap-6 font-semibold tabular-nums">
            <span>{isPaid ? 'Total, paid online' : 'Total, cash on delivery'}</span> {formatRupees(total)}
          </p>
        </div>
        <div className="flex flex-col gap-6">
          <DeliveryAddressLines lines={addressLines} phone={phone} />
          <Link
            to={`/order-placed?${new URLSearchParams({ number })}`}
            className="link inline-flex min-h-11 items-center self-start font-medium"
          >
            See what happens next
          </Link>
          {children}
        </div>
      </div>
    </>
  )
}
