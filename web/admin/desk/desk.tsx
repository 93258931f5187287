import { useLocation } from 'react-router'
import * as screenTexts from '#contract/screen-texts.ts'
import { callSignedIn } from '../../auth/call-signed-in.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { parsePage } from '../../ui/page-numbers.ts'
import { OrderTabs } from '../admin-tabs.tsx'
import { ListContent, ListFrame, ListTotal } from '../list-frame.tsx'
import { buildDrawerHref, buildListHref, deskPath, shouldReloadList } from '../list-href.ts'
import { loadList } from '../load-list.ts'
import { buildOrderColumns } from '../orders/order-columns.tsx'
import { OrderDrawer } from '../orders/order-drawer.tsx'
import { useDrawerParam } from '../use-drawer-param.ts'
import type { Route } from './+types/desk'

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const search = new URL(request.url).searchParams
  const query = { page: parsePage(search.get('page')), status: 'Placed' as const }
  const list = await loadList({
    page: query.page,
    search,
    buildLastHref: (page, params) => buildListHref({ path: deskPath, params: { ...params, page: String(page) } }),
    load: () => callSignedIn('getAdminOrders', { query }),
  })
  return { query, ...list }
}

export const shouldRevalidate = shouldReloadList

export const meta: Route.MetaFunction = ({ matches }) => [{ title: `Order desk · ${matches[0]?.loaderData?.storeName ?? ''}` }]

/** The orders that wait for the shop. */
export default function Desk({ loaderData: { query, list, error } }: Route.ComponentProps) {
  const location = useLocation()
  const { openId, close, reload } = useDrawerParam()
  return (
    <ListFrame title="Order desk" tabs={<OrderTabs />} aside={list && <ListTotal count={list.total} label="new" />}>
      <ListContent
        label="New orders"
        columns={buildOrderColumns((id) => buildDrawerHref(location, id))}
        rows={list?.orders}
        error={error}
        empty={<EmptyState title={screenTexts.noOrders} />}
        page={query.page}
        totalPages={list?.totalPages ?? 1}
        buildPageHref={(page) => buildListHref({ path: deskPath, params: { page: page > 1 ? String(page) : undefined } })}
      />
      {openId !== null && <OrderDrawer key={openId} id={openId} onClose={close} onChange={reload} />}
    </ListFrame>
  )
}
