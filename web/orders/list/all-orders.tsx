import { pageTitle } from '../../ui/page-title.ts'
import type { Route } from './+types/all-orders'
import { allOrdersPath, loadAllOrders } from './load-orders.ts'
import { OrderList } from './order-list.tsx'

export const clientLoader = ({ params }: Route.ClientLoaderArgs) => loadAllOrders(params.page)

export const meta = pageTitle('My orders')

export default function AllOrders({ loaderData }: Route.ComponentProps) {
  return <OrderList path={allOrdersPath} orderPage={loaderData} />
}
