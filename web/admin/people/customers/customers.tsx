import { Link, useLocation } from 'react-router'
import { customersPerPage } from '#contract/limits/paging.ts'
import { formatRupees } from '#contract/money.ts'
import type { Customer } from '#contract/orders/customers.ts'
import { callSignedIn } from '../../../auth/call-signed-in.ts'
import { LinkButton } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { parsePage } from '../../../ui/page-numbers.ts'
import { pageTitle } from '../../../ui/page-title.ts'
import { OrderTabs } from '../../kit/admin-tabs.tsx'
import { formatDate } from '../../kit/format-time.ts'
import { ListContent, ListFilters, ListFrame, ListTotal, smallButtonClass } from '../../kit/list-frame.tsx'
import {
  buildDrawerHref,
  buildListHref,
  customersPath,
  importCustomersPath,
  ordersPath,
  parseSearchParams,
  shouldReloadList,
} from '../../kit/list-href.ts'
import { readListRows } from '../../kit/list-rows.tsx'
import { loadList } from '../../kit/load-list.ts'
import type { Column } from '../../kit/table.tsx'
import { useDrawerParam } from '../../kit/use-drawer-param.ts'
import type { Route } from './+types/customers'
import { CustomerDrawer } from './customer-drawer.tsx'
import { describeKind } from './describe-kind.ts'
import { ExportCustomers } from './export-customers.tsx'

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { searchParams } = new URL(request.url)
  const query = { page: parsePage(searchParams.get('page')), ...parseSearchParams(searchParams, ['q']) }
  const { list, error } = await loadList({
    page: query.page,
    search: searchParams,
    buildLastHref: (last, params) => buildListHref({ path: customersPath, params: { ...params, page: String(last) } }),
    load: () => callSignedIn('GET /customers', { query: { ...query, limit: readListRows() } }),
  })
  return { query, list, error }
}

export const shouldRevalidate = shouldReloadList

export const handle = { section: ordersPath }
export const meta = pageTitle('Customers')

/** People with orders, guests too, and imported ones, with a drawer for their orders and addresses. */
export default function Customers({ loaderData: { query, list, error } }: Route.ComponentProps) {
  const location = useLocation()
  const { openId, close, reload } = useDrawerParam()
  const { page, q } = query
  return (
    <ListFrame
      title="Customers"
      tabs={<OrderTabs />}
      aside={
        list && <ListTotal count={list.total} hasMore={list.hasMore} label={q ? 'found' : list.total === 1 ? 'customer' : 'customers'} />
      }
    >
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
        <ListFilters action={customersPath} q={q ?? ''} hint="Name, phone or email">
          {q && (
            <LinkButton variant="quiet" to={customersPath} className="text-sm sm:min-h-10">
              Clear the search
            </LinkButton>
          )}
        </ListFilters>
        <div className="flex flex-wrap gap-3">
          <Link to={importCustomersPath} className={smallButtonClass}>
            Import CSV
          </Link>
          <ExportCustomers />
        </div>
      </div>
      <ListContent
        label="Customers, those who ordered last first"
        columns={buildColumns((id) => buildDrawerHref(location, id))}
        rows={list?.customers}
        error={error}
        empty={
          <EmptyState
            title={q ? 'No customers found.' : 'Nobody has ordered yet.'}
            action={q && <LinkButton to={customersPath}>View all customers</LinkButton>}
          />
        }
        page={page}
        rowsPerPage={customersPerPage}
        totalPages={list?.totalPages ?? 1}
        buildPageHref={(number) => buildListHref({ path: customersPath, params: { q, page: number > 1 ? String(number) : undefined } })}
      />
      {openId !== null && <CustomerDrawer key={openId} id={openId} onClose={close} onChanged={reload} />}
    </ListFrame>
  )
}

const formatCount = (count: number) => (count === 0 ? '–' : count.toLocaleString('en-IN'))

const buildColumns = (buildOpenHref: (id: string) => string): readonly Column<Customer>[] => [
  {
    head: 'Customer',
    className: 'wrap-anywhere',
    cell: ({ _id, name, phone, account, orders }) => (
      <>
        <Link
          to={buildOpenHref(_id)}
          data-opens-row=""
          preventScrollReset
          className="font-semibold hover:underline max-sm:-my-2 max-sm:inline-flex max-sm:min-h-11 max-sm:items-center"
        >
          {name}
        </Link>
        <span className="block text-soft">{describeKind({ account, orders })}</span>
        <span className="block text-soft sm:hidden">{phone}</span>
      </>
    ),
  },
  {
    head: 'Contact',
    className: 'max-sm:hidden wrap-anywhere',
    cell: ({ phone, email, city }) => (
      <>
        {phone} <span className="text-soft">{city}</span>
        <span className="block max-w-64 truncate text-soft">{email}</span>
      </>
    ),
  },
  { head: 'Orders', number: true, cell: ({ orders }) => formatCount(orders) },
  { head: 'Paid', number: true, className: 'font-semibold', cell: ({ paid }) => formatRupees(paid) },
  { head: 'COD due', number: true, className: 'max-md:hidden', cell: ({ onDelivery }) => formatRupees(onDelivery) },
  {
    head: 'Refused',
    number: true,
    className: 'max-md:hidden',
    cell: ({ refused }) => <span className={refused > 0 ? 'font-semibold text-bad' : undefined}>{formatCount(refused)}</span>,
  },
  { head: 'Cancelled', number: true, className: 'max-lg:hidden', cell: ({ cancelled }) => formatCount(cancelled) },
  {
    head: 'Last order',
    number: true,
    className: 'max-lg:hidden',
    cell: ({ lastOrderAt }) => (lastOrderAt === null ? '–' : formatDate(lastOrderAt)),
  },
]
