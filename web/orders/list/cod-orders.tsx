import { Link, useLocation } from 'react-router'
import { pageTitle } from '../../ui/page-title.ts'
import type { Route } from './+types/cod-orders'
import { codOrdersPath, loadCodOrders } from './load-orders.ts'
import { OrderList } from './order-list.tsx'
import { PaidBanner } from './paid-banner.tsx'

export const clientLoader = ({ params }: Route.ClientLoaderArgs) => loadCodOrders(params.page)

export const meta = pageTitle('Cash on delivery orders')

export default function CodOrders({ loaderData }: Route.ComponentProps) {
  const { state } = useLocation()
  const { placedOrderId } = (state ?? {}) as { placedOrderId?: string }
  return (
    <OrderList path={codOrdersPath} orderPage={loaderData}>
      {placedOrderId !== undefined && <PlacedNotice id={placedOrderId} />}
      {/* An advance was paid. */}
      <PaidBanner orderId={loaderData.orders[0]?._id} />
    </OrderList>
  )
}

/** Leads from the list of orders to the confirmation of the order that was just placed. */
function PlacedNotice({ id }: { id: string }) {
  return (
    <p className="rounded-control border border-good bg-raised p-5">
      Thank you for your order.{' '}
      <Link to={`/UserDashboard/order-placed/${id}`} className="link font-medium">
        See what happens next
      </Link>
    </p>
  )
}
