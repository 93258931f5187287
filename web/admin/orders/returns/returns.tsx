import { Link } from 'react-router'
import { returnLimits } from '#contract/kernel/limits/return-limits.ts'
import { type ReturnView, returnStates, returnViews } from '#contract/orders/return-states.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { pageTitle } from '../../../ui/page-title.ts'
import { OrderTabs } from '../../kit/admin-tabs.tsx'
import { anyText, defineList, oneOf } from '../../kit/define-list.ts'
import { FilterSelect } from '../../kit/list-frame.tsx'
import { afterRestorePath, ordersPath, payoutsPath, returnsPath, shouldReloadList } from '../../kit/list-href.ts'
import { ListPage } from '../../kit/list-page.tsx'
import { returnStateLabels } from '../../shared/return-state-labels.ts'
import type { Route } from './+types/returns'
import { returnColumns } from './return-columns.tsx'
import { ReturnDrawer } from './return-drawer.tsx'
import { loadReturnsBySize, ReturnsBySize, returnsBySizePath } from './returns-by-size.tsx'

const filterStates = [...returnViews, ...returnStates] as const
const viewLabels: Readonly<Record<ReturnView, string>> = { open: 'Open', coming: 'To be received', overdue: 'Overdue' }

const isView = (name: (typeof filterStates)[number]): name is ReturnView => returnViews.some((view) => view === name)

const returns = defineList({
  path: returnsPath,
  filters: { q: anyText, state: oneOf(filterStates) },
  load: (query) => callSignedIn('GET /returns', { query }),
})

export async function clientLoader(args: Route.ClientLoaderArgs) {
  const { searchParams } = new URL(args.request.url)
  if (searchParams.get('view') === 'sizes') return { view: 'sizes', report: await loadReturnsBySize(searchParams) } as const
  return { view: 'list', ...(await returns.loader(args)) } as const
}

export const shouldRevalidate = shouldReloadList
export const handle = { section: ordersPath }
export const meta = pageTitle('Returns')

export default function Returns({ loaderData }: Route.ComponentProps) {
  return loaderData.view === 'sizes' ? <ReturnsBySize {...loaderData.report} /> : <ReturnList {...loaderData} />
}

type ListProps = Extract<Route.ComponentProps['loaderData'], { view: 'list' }>

/** Items that shoppers send back: what was asked for, what is on its way, and what is to be paid back. */
function ReturnList(loaded: ListProps) {
  return (
    <ListPage
      title="Returns"
      tabs={<OrderTabs />}
      definition={returns}
      loaded={loaded}
      rows={loaded.list?.returns}
      columns={returnColumns}
      label="Returns, open ones first"
      rowsPerPage={returnLimits.perPage}
      noun={['return', 'returns']}
      aside={
        <>
          <Link to={payoutsPath} className="link inline-flex min-h-11 items-center text-sm">
            Refunds to pay
          </Link>
          <Link to={returnsBySizePath} className="link inline-flex min-h-11 items-center text-sm">
            By product and size
          </Link>
          <Link to={afterRestorePath} className="link inline-flex min-h-11 items-center text-sm">
            After a restore
          </Link>
        </>
      }
      searchHint="Return, order or phone"
      filters={
        <FilterSelect
          name="state"
          label="State"
          allLabel="All states"
          value={loaded.filters.state ?? ''}
          choices={filterStates.map((state) => [state, isView(state) ? viewLabels[state] : returnStateLabels[state]])}
        />
      }
      empty="No returns yet."
      emptyFound="No returns found."
      drawer={ReturnDrawer}
    />
  )
}
