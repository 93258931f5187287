import { redirect, useSearchParams } from 'react-router'
import { parsePage } from '../ui/page-numbers.ts'
import type { Route } from './+types/my-orders'
import { loadCardOrders } from './load-orders.ts'
import { OrderList } from './order-list.tsx'
import { PaidBanner } from './paid-banner.tsx'

const list = '/UserDashboard/myOrders'

export async function clientLoader({ params }: Route.ClientLoaderArgs) {
  const shown = await loadCardOrders(parsePage(params.page))
  // A page past the last is ignored: the nearest that exists is shown instead (spec §5).
  if (shown.problem === undefined && shown.page > shown.pages) throw redirect(shown.pages > 1 ? `${list}/${shown.pages}` : list)
  return shown
}

export const meta: Route.MetaFunction = ({ matches }) => [{ title: `Card orders · ${matches[0]?.loaderData?.storeName ?? ''}` }]

export default function MyOrders({ loaderData }: Route.ComponentProps) {
  const [query] = useSearchParams()
  const paid = query.get('status') === 'success'
  return (
    <OrderList list={list} shown={loaderData}>
      {paid && <PaidBanner paymentId={query.get('payment_id') ?? ''} />}
    </OrderList>
  )
}
