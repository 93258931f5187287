import { deskViews } from '#contract/orders/order-desk.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { LinkButton } from '../../../ui/button.tsx'
import { pageTitle } from '../../../ui/page-title.ts'
import { OrderTabs } from '../../kit/admin-tabs.tsx'
import { defineList, oneOf, searchText } from '../../kit/define-list.ts'
import { ListFrame } from '../../kit/list-frame.tsx'
import { deskPath, failedDeliveriesPath, newOrderPath, ordersPath, packPath, shipmentsPath, shouldReloadList } from '../../kit/list-href.ts'
import { SmallLink } from '../../kit/small-button.tsx'
import { FoundPastOrders } from '../../shared/past-orders.tsx'
import type { Route } from './+types/desk'
import { DeskList, readDeskRows } from './desk-list.tsx'

const desk = defineList({
  path: deskPath,
  filters: { q: searchText, view: oneOf(deskViews) },
  load: ({ q, view = 'new', page }) => callSignedIn('GET /order/admin/desk', { query: { view, q, page, rows: readDeskRows() } }),
})
export const clientLoader = desk.loader

export const shouldRevalidate = shouldReloadList

export const handle = { section: ordersPath }
export const meta = pageTitle('Order desk')

/** The orders that wait for the shop, in views, to change the status of many at once. */
export default function Desk({ loaderData: { page, filters, list, error } }: Route.ComponentProps) {
  const { q, view = 'new' } = filters
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
      <DeskList key={`${view} ${q}`} query={{ view, q, page, rows: readDeskRows() }} list={list} error={error} />
      {q !== undefined && <FoundPastOrders q={q} />}
    </ListFrame>
  )
}
