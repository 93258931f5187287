import { useSearchParams } from 'react-router'
import type { Route } from './+types/my-orders'
import { cardOrdersPath, loadCardOrders } from './load-orders.ts'
import { OrderList } from './order-list.tsx'
import { PaidBanner } from './paid-banner.tsx'

export const clientLoader = ({ params }: Route.ClientLoaderArgs) => loadCardOrders(params.page)

export const meta: Route.MetaFunction = ({ matches }) => [{ title: `Orders paid online · ${matches[0]?.loaderData?.storeName ?? ''}` }]

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
