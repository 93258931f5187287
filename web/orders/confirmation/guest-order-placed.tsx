import { useSearchParams } from 'react-router'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { unlistedTitle } from '../../ui/page-title.ts'
import { useHydrated } from '../../ui/use-hydrated.ts'
import { readPlacedOrders } from '../placed/placed-orders.ts'
import { buildTrackingHref } from '../shared/order-text.ts'
import { CreateAccount } from './create-account.tsx'
import { OrderConfirmation } from './order-confirmation.tsx'

export const meta = unlistedTitle('Your order')

/** The heading until the browser has read the order, and without JavaScript another way to it. */
const OrderOfThisDevice = () => (
  <div className="page-width flex flex-col gap-5 pt-8 sm:pt-12">
    <h1 className="title">Your order</h1>
    <noscript>
      <p>
        This page needs JavaScript.{' '}
        <a href="/order-tracking" className="link">
          Track your order by its number and phone.
        </a>
      </p>
    </noscript>
  </div>
)

/** A guest's order as this device remembers it: the one of the link, else the last one. */
export default function GuestOrderPlaced() {
  const [query] = useSearchParams()
  // The server does not know it.
  if (!useHydrated()) return <OrderOfThisDevice />
  const number = query.get('number')
  const order = readPlacedOrders().find((each) => number === null || each.number === number)
  if (order === undefined)
    return (
      <div className="page-width pt-8 sm:pt-12">
        <EmptyState
          level={1}
          title="This device does not know the order"
          action={
            <LinkButton variant="primary" to="/order-tracking">
              Track an order
            </LinkButton>
          }
        >
          <p>You find it by its number and phone, or by the link in our email.</p>
        </EmptyState>
      </div>
    )
  const { addressLines } = order
  return (
    <OrderConfirmation
      order={order}
      actions={
        <>
          <LinkButton variant="ink" to={buildTrackingHref(order.number)}>
            Track this order
          </LinkButton>
          <LinkButton to="/buy">Keep shopping</LinkButton>
        </>
      }
    >
      <CreateAccount proposedName={addressLines[0] ?? ''} />
    </OrderConfirmation>
  )
}
