import { useLocation } from 'react-router'
import { orderStatuses } from '#contract/order-status.ts'
import type { OrderKind } from '#contract/orders.ts'
import * as screenTexts from '#contract/screen-texts.ts'
import { callSignedIn } from '../../auth/call-signed-in.ts'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { parsePage } from '../../ui/page-numbers.ts'
import { Pager } from '../../ui/pager.tsx'
import { FilterSelect, ListError, ListFilters, ListFrame } from '../list-frame.tsx'
import {
  buildDrawerHref,
  buildListHref,
  isHandledByRouter,
  ordersPath,
  parseSearchParams,
  redirectToLastPage,
  shouldReloadList,
} from '../list-href.ts'
import { useDrawerParam } from '../use-drawer-param.ts'
import { describeError } from '../use-resource.ts'
import type { Route } from './+types/orders'
import { DayField } from './day-field.tsx'
import { DiscrepancyPanel } from './discrepancy-panel.tsx'
import { OrderDrawer } from './order-drawer.tsx'
import { OrderTable } from './order-table.tsx'
import { kindNames } from './order-text.ts'

function readQuery({ page, search }: { page: string | undefined; search: URLSearchParams }) {
  const { q, status, kind, from, to } = parseSearchParams(search, ['q', 'status', 'kind', 'from', 'to'])
  const day = (text: string | undefined) => (/^\d{4}-\d{2}-\d{2}$/.test(text ?? '') ? text : undefined)
  return {
    page: parsePage(page),
    q,
    status: orderStatuses.find((known) => known === status),
    kind: (Object.keys(kindNames) as OrderKind[]).find((known) => known === kind),
    from: day(from),
    to: day(to),
  }
}

export async function clientLoader({ params, request }: Route.ClientLoaderArgs) {
  const search = new URL(request.url).searchParams
  const query = readQuery({ page: params.page, search })
  // Asked beside the list, and not waited for: an empty answer is the rule.
  const mismatches = callSignedIn('getPaymentDiscrepancies', {}).catch(() => undefined)
  try {
    const list = await callSignedIn('getAdminOrders', { query })
    redirectToLastPage({ ...list, page: query.page, search, writeLast: (page, words) => buildListHref({ path: ordersPath, page, words }) })
    return { query, list, mismatches, problem: undefined }
  } catch (problem) {
    if (isHandledByRouter(problem)) throw problem
    return { query, list: undefined, mismatches, problem: describeError(problem) }
  }
}

export const shouldRevalidate = shouldReloadList

export const meta: Route.MetaFunction = ({ matches }) => [{ title: `Orders · ${matches[0]?.loaderData?.storeName ?? ''}` }]

/** All orders: find one, look at it, move it along. */
export default function Orders({ loaderData: { query, list, mismatches, problem } }: Route.ComponentProps) {
  const location = useLocation()
  const { opened, close, reload } = useDrawerParam()
  const { page, ...words } = query
  const isFiltered = Object.values(words).some((word) => word !== undefined)
  return (
    <ListFrame
      title="Orders"
      aside={
        list && (
          <p role="status" className="text-sm text-soft">
            <span className="font-semibold text-ink tabular-nums">
              {list.total.toLocaleString('en-IN')}
              {list.capped && '+'}
            </span>{' '}
            {isFiltered ? 'found' : 'in all'}
          </p>
        )
      }
    >
      <ListFilters action={ordersPath} q={words.q ?? ''} hint="Number, name, phone or e-mail">
        <FilterSelect
          name="status"
          label="Status"
          any="Any status"
          value={words.status ?? ''}
          choices={orderStatuses.map((status) => [status, status])}
        />
        <FilterSelect name="kind" label="Kind" any="Any kind" value={words.kind ?? ''} choices={Object.entries(kindNames)} />
        <DayField name="from" label="From" value={words.from} />
        <DayField name="to" label="To" value={words.to} />
        {isFiltered && (
          <LinkButton variant="quiet" to={ordersPath} className="min-h-10 text-sm">
            Show all
          </LinkButton>
        )}
      </ListFilters>
      <DiscrepancyPanel mismatches={mismatches} buildOrderHref={(id) => buildDrawerHref(location, id)} />
      {problem !== undefined && <ListError words={problem} />}
      {list?.orders.length === 0 && (
        <EmptyState title={screenTexts.noOrders} action={isFiltered && <LinkButton to={ordersPath}>See all orders</LinkButton>} />
      )}
      {list !== undefined && list.orders.length > 0 && (
        <OrderTable orders={list.orders} buildOpenHref={(id) => buildDrawerHref(location, id)} />
      )}
      {list && (
        <Pager page={page} pages={list.totalPages} buildHref={(number) => buildListHref({ path: ordersPath, page: number, words })} />
      )}
      {opened !== null && <OrderDrawer key={opened} id={opened} onClose={close} onChange={reload} />}
    </ListFrame>
  )
}
