import { deskRows, deskViews } from '#contract/orders/order-desk.ts'
import { readStoredJson } from '../../../api/stored-json.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { LinkButton } from '../../../ui/button.tsx'
import { parsePage } from '../../../ui/page-numbers.ts'
import { pageTitle } from '../../../ui/page-title.ts'
import { OrderTabs } from '../../kit/admin-tabs.tsx'
import { ListFrame } from '../../kit/list-frame.tsx'
import {
  buildListHref,
  deskPath,
  failedDeliveriesPath,
  newOrderPath,
  ordersPath,
  packPath,
  parseSearchParams,
  shipmentsPath,
  shouldReloadList,
} from '../../kit/list-href.ts'
import { loadList } from '../../kit/load-list.ts'
import { SmallLink } from '../../kit/small-button.tsx'
import { FoundPastOrders } from '../past-orders/found-past-orders.tsx'
import type { Route } from './+types/desk'
import { DeskList, rowsKey } from './desk-list.tsx'

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const search = new URL(request.url).searchParams
  const { q, view } = parseSearchParams(search, ['q', 'view'])
  const stored = readStoredJson('localStorage', rowsKey)
  const query = {
    view: deskViews.find((name) => name === view) ?? 'new',
    q,
    page: parsePage(search.get('page')),
    rows: deskRows.find((rows) => rows === stored) ?? 50,
  }
  const list = await loadList({
    page: query.page,
    search,
    buildLastHref: (page, params) => buildListHref({ path: deskPath, params: { ...params, page: page > 1 ? String(page) : undefined } }),
    load: () => callSignedIn('GET /order/admin/desk', { query }),
  })
  return { query, ...list }
}

export const shouldRevalidate = shouldReloadList

export const handle = { section: ordersPath }
export const meta = pageTitle('Order desk')

/** The orders that wait for the shop, in views, to change the status of many at once. */
export default function Desk({ loaderData: { query, list, error } }: Route.ComponentProps) {
  return (
    <ListFrame
      title="Order desk"
      tabs={<OrderTabs />}
      aside={
        <div className="flex flex-wrap gap-3">
          <SmallLink to={failedDeliveriesPath}>Failed deliveries</SmallLink>
          {/* As a document of its own, because only that may use the camera. */}
          <SmallLink to={packPath} reloadDocument>
            Pack
          </SmallLink>
          <SmallLink to={shipmentsPath}>Shipments</SmallLink>
          <LinkButton variant="ink" to={newOrderPath} className="text-sm sm:min-h-9 sm:py-1">
            New order
          </LinkButton>
        </div>
      }
    >
      <DeskList key={`${query.view} ${query.q}`} query={query} list={list} error={error} />
      {query.q !== undefined && <FoundPastOrders q={query.q} />}
    </ListFrame>
  )
}
