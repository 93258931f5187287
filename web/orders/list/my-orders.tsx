import { pageTitle } from '../../ui/page-title.ts'
import type { Route } from './+types/my-orders'
import { cardOrdersPath, loadCardOrders } from './load-orders.ts'
import { OrderList } from './order-list.tsx'
import { PaidBanner } from './paid-banner.tsx'

export const clientLoader = ({ params }: Route.ClientLoaderArgs) => loadCardOrders(params.page)

export const meta = pageTitle('Orders paid online')

export default function MyOrders({ loaderData }: Route.ComponentProps) {
  return (
    <OrderList path={cardOrdersPath} orderPage={loaderData}>
      <PaidBanner orderId={loaderData.orders[0]?._id} />
    </OrderList>
  )
}
