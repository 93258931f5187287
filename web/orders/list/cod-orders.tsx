import { useLocation, useSearchParams } from 'react-router'
import { pageTitle } from '../../ui/page-title.ts'
import type { Route } from './+types/cod-orders'
import { codOrdersPath, loadCodOrders } from './load-orders.ts'
import { OrderList } from './order-list.tsx'
import { PaidBanner } from './paid-banner.tsx'
import { PlacedNotice } from './placed-notice.tsx'

export const clientLoader = ({ params }: Route.ClientLoaderArgs) => loadCodOrders(params.page)

export const meta = pageTitle('Cash on delivery orders')

export default function CodOrders({ loaderData }: Route.ComponentProps) {
  const { state } = useLocation()
  const [searchParams] = useSearchParams()
  const { placedOrderId } = (state ?? {}) as { placedOrderId?: string }
  return (
    <OrderList path={codOrdersPath} orderPage={loaderData}>
      {placedOrderId !== undefined && <PlacedNotice id={placedOrderId} />}
      {/* An advance was paid. */}
      {searchParams.get('status') === 'success' && (
        <PaidBanner paymentId={searchParams.get('payment_id') ?? ''} orderId={loaderData.orders[0]?._id} />
      )}
    </OrderList>
  )
}
