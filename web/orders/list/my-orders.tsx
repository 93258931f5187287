import { useSearchParams } from 'react-router'
import { pageTitle } from '../../ui/page-title.ts'
import type { Route } from './+types/my-orders'
import { cardOrdersPath, loadCardOrders } from './load-orders.ts'
import { OrderList } from './order-list.tsx'
import { PaidBanner } from './paid-banner.tsx'

export const clientLoader = ({ params }: Route.ClientLoaderArgs) => loadCardOrders(params.page)

export const meta = pageTitle('Orders paid online')

export default function MyOrders({ loaderData }: Route.ComponentProps) {
  const [searchParams] = useSearchParams()
  return (
    <OrderList path={cardOrdersPath} orderPage={loaderData}>
      {searchParams.get('status') === 'success' && (
        <PaidBanner paymentId={searchParams.get('payment_id') ?? ''} orderId={loaderData.orders[0]?._id} />
      )}
    </OrderList>
  )
}
