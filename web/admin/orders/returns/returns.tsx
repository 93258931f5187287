import { Link, useLocation } from 'react-router'
import { returnLimits } from '#contract/limits/return-limits.ts'
import { type ReturnView, returnStates, returnViews } from '#contract/returns/return-states.ts'
import { callSignedIn } from '../../../auth/call-signed-in.ts'
import { LinkButton } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { parsePage } from '../../../ui/page-numbers.ts'
import { pageTitle } from '../../../ui/page-title.ts'
import { OrderTabs } from '../../kit/admin-tabs.tsx'
import { FilterSelect, ListContent, ListFilters, ListFrame, ListTotal } from '../../kit/list-frame.tsx'
import { buildDrawerHref, buildListHref, ordersPath, parseSearchParams, returnsPath, shouldReloadList } from '../../kit/list-href.ts'
import { readListRows } from '../../kit/list-rows.tsx'
import { loadList } from '../../kit/load-list.ts'
import { useDrawerParam } from '../../kit/use-drawer-param.ts'
import { returnStateLabels } from '../../shared/return-state-labels.ts'
import type { Route } from './+types/returns'
import { buildReturnColumns } from './return-columns.tsx'
import { ReturnDrawer } from './return-drawer.tsx'
import { loadReturnsBySize, ReturnsBySize, returnsBySizePath } from './returns-by-size.tsx'

const filterStates = [...returnViews, ...returnStates] as const
const viewLabels: Readonly<Record<ReturnView, string>> = { open: 'Open', coming: 'To be received', overdue: 'Overdue' }

const isView = (name: (typeof filterStates)[number]): name is ReturnView => returnViews.some((view) => view === name)

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { searchParams } = new URL(request.url)
  if (searchParams.get('view') === 'sizes') return { view: 'sizes', report: await loadReturnsBySize(searchParams) } as const
  const { q, state } = parseSearchParams(searchParams, ['q', 'state'])
  const query = { page: parsePage(searchParams.get('page')), q, state: filterStates.find((name) => name === state) }
  const { list, error } = await loadList({
    page: query.page,
    search: searchParams,
    buildLastHref: (last, params) => buildListHref({ path: returnsPath, params: { ...params, page: String(last) } }),
    load: () => callSignedIn('GET /returns', { query: { ...query, limit: readListRows() } }),
  })
  return { view: 'list', query, list, error } as const
}

export const shouldRevalidate = shouldReloadList
export const handle = { section: ordersPath }
export const meta = pageTitle('Returns')

export default function Returns({ loaderData }: Route.ComponentProps) {
  return loaderData.view === 'sizes' ? <ReturnsBySize {...loaderData.report} /> : <ReturnList {...loaderData} />
}

type ListProps = Extract<Route.ComponentProps['loaderData'], { view: 'list' }>

/** Items that shoppers send back: what was asked for, what is on its way, and what is to be paid back. */
function ReturnList({ query, list, error }: ListProps) {
  const location = useLocation()
  const { openId, close, reload } = useDrawerParam()
  const { page, ...filters } = query
  const isFiltered = filters.q !== undefined || filters.state !== undefined
  return (
    <ListFrame
      title="Returns"
      tabs={<OrderTabs />}
      aside={
        <span className="flex flex-wrap items-baseline gap-x-6">
          <Link to={returnsBySizePath} className="link inline-flex min-h-11 items-center text-sm">
            By product and size
          </Link>
          {list && <ListTotal count={list.total} label={isFiltered ? 'found' : list.total === 1 ? 'return' : 'returns'} />}
        </span>
      }
    >
      <ListFilters action={returnsPath} q={filters.q ?? ''} hint="Return, order or phone">
        <FilterSelect
          name="state"
          label="State"
          allLabel="All states"
          value={filters.state ?? ''}
          choices={filterStates.map((state) => [state, isView(state) ? viewLabels[state] : returnStateLabels[state]])}
        />
        {isFiltered && (
          <LinkButton variant="quiet" to={returnsPath} className="text-sm sm:min-h-10">
            Clear filters
          </LinkButton>
        )}
      </ListFilters>
      <ListContent
        label="Returns, open ones first"
        columns={buildReturnColumns((id) => buildDrawerHref(location, id))}
        rows={list?.returns}
        error={error}
        empty={
          <EmptyState
            title={isFiltered ? 'No returns found.' : 'No returns yet.'}
            action={isFiltered && <LinkButton to={returnsPath}>View all returns</LinkButton>}
          />
        }
        page={page}
        rowsPerPage={returnLimits.perPage}
        totalPages={list?.totalPages ?? 1}
        buildPageHref={(number) =>
          buildListHref({ path: returnsPath, params: { ...filters, page: number > 1 ? String(number) : undefined } })
        }
      />
      {openId !== null && <ReturnDrawer key={openId} id={openId} onClose={close} onChange={reload} />}
    </ListFrame>
  )
}
