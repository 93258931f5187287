import { useLocation } from 'react-router'
import { adminOrdersPerPage } from '#contract/limits/paging.ts'
import { archived, noAnswer, toConfirm } from '#contract/orders/order-flags.ts'
import { orderStatuses } from '#contract/orders/order-status.ts'
import type { ShownOrderKind } from '#contract/orders/orders.ts'
import * as screenTexts from '#contract/texts/screen-texts.ts'
import { callSignedIn } from '../../../auth/call-signed-in.ts'
import { LinkButton } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { parsePage } from '../../../ui/page-numbers.ts'
import { pageTitle } from '../../../ui/page-title.ts'
import { OrderTabs } from '../../kit/admin-tabs.tsx'
import { DateFilter, FilterSelect, ListContent, ListFilters, ListFrame, ListTotal } from '../../kit/list-frame.tsx'
import { buildDrawerHref, buildListHref, ordersPath, parseSearchParams, shouldReloadList } from '../../kit/list-href.ts'
import { readListRows } from '../../kit/list-rows.tsx'
import { loadList } from '../../kit/load-list.ts'
import { useDrawerParam } from '../../kit/use-drawer-param.ts'
import { OrderDrawer } from '../detail/order-drawer.tsx'
import type { Route } from './+types/orders'
import { DiscrepancyPanel } from './discrepancy-panel.tsx'
import { ExportOrders } from './export-orders.tsx'
import { buildOrderColumns, kindNames } from './order-columns.tsx'

const filterStatuses = [toConfirm, noAnswer, ...orderStatuses, archived] as const

function parseQuery({ page, search }: { page: string | undefined; search: URLSearchParams }) {
  const { q, status, kind, from, to } = parseSearchParams(search, ['q', 'status', 'kind', 'from', 'to'])
  const parseDay = (text: string | undefined) => (/^\d{4}-\d{2}-\d{2}$/.test(text ?? '') ? text : undefined)
  return {
    page: parsePage(page),
    q,
    status: filterStatuses.find((name) => name === status),
    kind: (Object.keys(kindNames) as ShownOrderKind[]).find((name) => name === kind),
    from: parseDay(from),
    to: parseDay(to),
  }
}

export async function clientLoader({ params, request }: Route.ClientLoaderArgs) {
  const search = new URL(request.url).searchParams
  const query = parseQuery({ page: params.page, search })
  // Not awaited: the list does not wait for the discrepancies.
  const discrepancies = callSignedIn('GET /payments/mismatches', {}).catch(() => undefined)
  const list = await loadList({
    page: query.page,
    search,
    buildLastHref: (page, params) => buildListHref({ path: ordersPath, page, params }),
    load: () => callSignedIn('GET /cod/adminOrder', { query: { ...query, limit: readListRows() } }),
  })
  return { query, discrepancies, ...list }
}

export const shouldRevalidate = shouldReloadList

export const meta = pageTitle('Orders')

/** All orders, with search, filters and a drawer. */
export default function Orders({ loaderData: { query, list, discrepancies, error } }: Route.ComponentProps) {
  const location = useLocation()
  const { openId, close, reload } = useDrawerParam()
  const { page, ...filters } = query
  const isFiltered = Object.values(filters).some((value) => value !== undefined)
  const buildOpenHref = (id: string) => buildDrawerHref(location, id)
  return (
    <ListFrame
      title="Orders"
      tabs={<OrderTabs />}
      aside={
        list && (
          <div className="flex flex-wrap items-center gap-4">
            <ListTotal count={list.total} hasMore={list.hasMore} label={isFiltered ? 'found' : list.total === 1 ? 'order' : 'orders'} />
            <ExportOrders filter={filters} total={list.total} hasMore={list.hasMore} />
          </div>
        )
      }
    >
      <ListFilters action={ordersPath} q={filters.q ?? ''} hint="Order, customer, city, PIN or product">
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
        {isFiltered && (
          <LinkButton variant="quiet" to={ordersPath} className="text-sm sm:min-h-10">
            Clear filters
          </LinkButton>
        )}
      </ListFilters>
      <DiscrepancyPanel discrepancies={discrepancies} buildOrderHref={buildOpenHref} />
      <ListContent
        label="Orders, newest first"
        columns={buildOrderColumns(buildOpenHref)}
        rows={list?.orders}
        error={error}
        empty={<EmptyState title={screenTexts.noOrders} action={isFiltered && <LinkButton to={ordersPath}>View all orders</LinkButton>} />}
        page={page}
        rowsPerPage={adminOrdersPerPage}
        totalPages={list?.totalPages ?? 1}
        buildPageHref={(number) => buildListHref({ path: ordersPath, page: number, params: filters })}
      />
      {openId !== null && <OrderDrawer key={openId} id={openId} onClose={close} onChange={reload} />}
    </ListFrame>
  )
}
