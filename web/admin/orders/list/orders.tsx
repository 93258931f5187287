import { adminOrdersPerPage } from '#contract/kernel/limits/paging.ts'
import * as screenTexts from '#contract/kernel/texts/screen-texts.ts'
import { archived, noAnswer, toConfirm } from '#contract/orders/order-flags.ts'
import { orderStatuses } from '#contract/orders/order-status.ts'
import type { ShownOrderKind } from '#contract/orders/orders.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { hasRight } from '../../../session/has-right.ts'
import { useSession } from '../../../session/session.ts'
import { LinkButton } from '../../../ui/button.tsx'
import { pageTitle } from '../../../ui/page-title.ts'
import { OrderTabs } from '../../kit/admin-tabs.tsx'
import { defineList, oneOf, searchText } from '../../kit/define-list.ts'
import { DateFilter, FilterSelect } from '../../kit/list-frame.tsx'
import { importPastOrdersPath, newOrderPath, ordersPath, shouldReloadList } from '../../kit/list-href.ts'
import { ListPage } from '../../kit/list-page.tsx'
import { SmallLink } from '../../kit/small-button.tsx'
import { FoundPastOrders } from '../../shared/past-orders.tsx'
import { OrderDrawer } from '../detail/order-drawer.tsx'
import type { Route } from './+types/orders'
import { DiscrepancyPanel } from './discrepancy-panel.tsx'
import { ExportOrders } from './export-orders.tsx'
import { kindNames, orderColumns } from './order-columns.tsx'

const filterStatuses = [toConfirm, noAnswer, ...orderStatuses, archived] as const

const parseDay = (text: string) => (/^\d{4}-\d{2}-\d{2}$/.test(text) ? text : undefined)

const orders = defineList({
  path: ordersPath,
  hasPagePath: true,
  filters: {
    q: searchText,
    status: oneOf(filterStatuses),
    kind: oneOf(Object.keys(kindNames) as ShownOrderKind[]),
    from: parseDay,
    to: parseDay,
  },
  load: (query) => callSignedIn('GET /cod/adminOrder', { query }),
})

export async function clientLoader(args: Route.ClientLoaderArgs) {
  // Not awaited: the list does not wait for the discrepancies.
  const seesMoney = hasRight(useSession.getState().user, 'money')
  const discrepancies = seesMoney ? callSignedIn('GET /payments/mismatches', {}).catch(() => undefined) : Promise.resolve(undefined)
  return { ...(await orders.loader(args)), discrepancies }
}

export const shouldRevalidate = shouldReloadList

export const meta = pageTitle('Orders')

/** All orders, with search, filters and a drawer. */
export default function Orders({ loaderData }: Route.ComponentProps) {
  const { list, filters, discrepancies } = loaderData
  return (
    <ListPage
      title="Orders"
      tabs={<OrderTabs />}
      definition={orders}
      loaded={loaderData}
      rows={list?.orders}
      columns={orderColumns}
      label="Orders, newest first"
      rowsPerPage={adminOrdersPerPage}
      noun={['order', 'orders']}
      searchHint="Order, customer, city, PIN or product"
      filters={
        <>
          <FilterSelect
            name="status"
            label="Status"
            allLabel="All statuses"
            value={filters.status ?? ''}
            choices={filterStatuses.map((status) => [status, status])}
          />
          <FilterSelect name="kind" label="Type" allLabel="All types" value={filters.kind ?? ''} choices={Object.entries(kindNames)} />
          <DateFilter name="from" label="From" value={filters.from} />
          <DateFilter name="to" label="To" value={filters.to} />
        </>
      }
      actions={
        <>
          {list && <ExportOrders filter={filters} total={list.total} hasMore={list.hasMore} />}
          <SmallLink to={importPastOrdersPath}>Import orders</SmallLink>
          <LinkButton variant="ink" to={newOrderPath} className="text-sm sm:min-h-9 sm:py-1">
            New order
          </LinkButton>
        </>
      }
      above={<DiscrepancyPanel discrepancies={discrepancies} />}
      empty={screenTexts.noOrders}
      emptyFound={screenTexts.noOrders}
      drawer={OrderDrawer}
    >
      {filters.q !== undefined && <FoundPastOrders q={filters.q} />}
    </ListPage>
  )
}
