import { Link } from 'react-router'
import { returnLimits } from '#contract/kernel/limits/return-limits.ts'
import { formatRupees } from '#contract/kernel/money.ts'
import { isReturnOpen, type ReturnView, returnStates, returnViews } from '#contract/orders/return-states.ts'
import type { ReturnRow } from '#contract/returns/admin-returns.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { useRight } from '../../../session/use-right.ts'
import { pageTitle } from '../../../ui/page-title.ts'
import { OrderTabs } from '../../kit/admin-tabs.tsx'
import { defineList, oneOf, searchText } from '../../kit/define-list.ts'
import { DrawerLink } from '../../kit/drawer-link.tsx'
import { formatDate } from '../../kit/format-time.ts'
import { FilterSelect } from '../../kit/list-frame.tsx'
import { afterRestorePath, ordersPath, payoutsPath, returnsPath, shouldReloadList } from '../../kit/list-href.ts'
import { ListPage } from '../../kit/list-page.tsx'
import { ScreenLink } from '../../kit/small-button.tsx'
import type { Column } from '../../kit/table.tsx'
import { returnStateLabels } from '../../shared/return-state-labels.ts'
import type { Route } from './+types/returns'
import { ReturnDrawer } from './return-drawer.tsx'
import { loadReturnsBySize, ReturnsBySize, returnsBySizePath } from './returns-by-size.tsx'

const filterStates = [...returnViews, ...returnStates] as const
const viewLabels: Readonly<Record<ReturnView, string>> = { open: 'Open', coming: 'To be received', overdue: 'Overdue' }

const isView = (name: (typeof filterStates)[number]): name is ReturnView => returnViews.some((view) => view === name)

const returns = defineList({
  path: returnsPath,
  filters: { q: searchText, state: oneOf(filterStates) },
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

const linkClass = 'link inline-flex min-h-11 items-center text-sm'

type ListProps = Extract<Route.ComponentProps['loaderData'], { view: 'list' }>

/** Items that shoppers send back: what was asked for, what is on its way, and what is to be paid back. */
function ReturnList(loaded: ListProps) {
  const seesReports = useRight('reports')
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
          <ScreenLink to={payoutsPath} className={linkClass}>
            Refunds to pay
          </ScreenLink>
          {seesReports && (
            <Link to={returnsBySizePath} className={linkClass}>
              By product and size
            </Link>
          )}
          <ScreenLink to={afterRestorePath} className={linkClass}>
            After a restore
          </ScreenLink>
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

function State({ row: { state, isOverdue } }: { row: ReturnRow }) {
  return (
    <span className="flex flex-col">
      <span className={isReturnOpen(state) ? 'font-semibold' : 'text-soft'}>{returnStateLabels[state]}</span>
      {isOverdue && <span className="font-medium text-bad">Overdue</span>}
    </span>
  )
}

/** The columns of the list of returns. */
const returnColumns: readonly Column<ReturnRow>[] = [
  {
    head: 'Return',
    cell: (row) => (
      <span className="flex flex-col gap-0.5 py-1">
        <DrawerLink id={row._id} className="link font-semibold whitespace-nowrap tabular-nums">
          {row.number}
        </DrawerLink>
        <span className="wrap-anywhere">{row.order.name}</span>
        <span className="sm:hidden">
          <State row={row} />
        </span>
      </span>
    ),
  },
  { head: 'State', className: 'max-sm:hidden', cell: (row) => <State row={row} /> },
  { head: 'Pieces', number: true, className: 'max-md:hidden', cell: ({ pieces }) => pieces },
  { head: 'Reason', className: 'max-md:hidden', cell: ({ isFault }) => (isFault ? 'Faulty or wrong' : '') },
  {
    head: 'Asked for',
    number: true,
    className: 'max-sm:hidden',
    cell: ({ askedAt }) => <span className="text-soft">{formatDate(askedAt)}</span>,
  },
  {
    head: 'Refund',
    number: true,
    className: 'font-semibold',
    cell: ({ kind, refund }) => (kind === 'exchange' ? 'Exchange' : formatRupees(refund)),
  },
]
