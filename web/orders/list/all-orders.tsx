import type { Route } from './+types/all-orders'
import { allOrdersPath, loadAllOrders } from './load-orders.ts'
import { OrderList } from './order-list.tsx'

export const clientLoader = ({ params }: Route.ClientLoaderArgs) => loadAllOrders(params.page)

export const meta: Route.MetaFunction = ({ matches }) => [{ title: `My orders · ${matches[0]?.loaderData?.storeName ?? ''}` }]

export default function AllOrders({ loaderData }: Route.ComponentProps) {
  return <OrderList path={allOrdersPath} orderPage={loaderData} />
}
