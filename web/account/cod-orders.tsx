import { redirect } from 'react-router'
import { parsePage } from '../ui/page-numbers.ts'
import type { Route } from './+types/cod-orders'
import { loadCodOrders } from './load-orders.ts'
import { OrderList } from './order-list.tsx'

const list = '/UserDashboard/codOrders'

export async function clientLoader({ params }: Route.ClientLoaderArgs) {
  const shown = await loadCodOrders(parsePage(params.page))
  // A page past the last is ignored: the nearest that exists is shown instead (spec §5).
  if (shown.problem === undefined && shown.page > shown.pages) throw redirect(shown.pages > 1 ? `${list}/${shown.pages}` : list)
  return shown
}

export const meta: Route.MetaFunction = ({ matches }) => [{ title: `Cash on delivery orders · ${matches[0]?.loaderData?.storeName ?? ''}` }]

export default function CodOrders({ loaderData }: Route.ComponentProps) {
  return <OrderList list={list} shown={loaderData} />
}
