import { useLocation } from 'react-router'
import type { Route } from './+types/cod-orders'
import { codOrdersPath, loadCodOrders } from './load-orders.ts'
import { OrderList } from './order-list.tsx'
import { PlacedNotice } from './placed-notice.tsx'

export const clientLoader = ({ params }: Route.ClientLoaderArgs) => loadCodOrders(params.page)

export const meta: Route.MetaFunction = ({ matches }) => [{ title: `Cash on delivery orders · ${matches[0]?.loaderData?.storeName ?? ''}` }]

export default function CodOrders({ loaderData }: Route.ComponentProps) {
  const { state } = useLocation()
  const { placedOrderId } = (state ?? {}) as { placedOrderId?: string }
  return (
    <OrderList path={codOrdersPath} orderPage={loaderData}>
      {placedOrderId !== undefined && <PlacedNotice id={placedOrderId} />}
    </OrderList>
  )
}
