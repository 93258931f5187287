import { Link, useLocation, useRevalidator } from 'react-router'
import { documentsPerPage } from '#contract/limits/paging.ts'
import type { ListedDocument } from '#contract/tax/document-list.ts'
import { callSignedIn } from '../../../auth/call-signed-in.ts'
import { downloadSignedIn } from '../../../auth/download-signed-in.ts'
import { LinkButton } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { parsePage } from '../../../ui/page-numbers.ts'
import { pageTitle } from '../../../ui/page-title.ts'
import { OrderTabs } from '../../kit/admin-tabs.tsx'
import { FilterSelect, ListContent, ListFilters, ListFrame, ListTotal, smallButtonClass } from '../../kit/list-frame.tsx'
import {
  buildDrawerHref,
  buildListHref,
  documentsPath,
  ordersPath,
  parseSearchParams,
  settingsPath,
  shouldReloadList,
} from '../../kit/list-href.ts'
import { readListRows } from '../../kit/list-rows.tsx'
import { loadList } from '../../kit/load-list.ts'
import { StatusMessage, useAction } from '../../kit/use-action.tsx'
import { useDrawerParam } from '../../kit/use-drawer-param.ts'
import { OrderDrawer } from '../detail/order-drawer.tsx'
import type { Route } from './+types/documents'
import { CheckBooks } from './check-books.tsx'
import { buildDocumentColumns, documentsFileHref } from './document-columns.tsx'
import { OrdersWithoutInvoice } from './orders-without-invoice.tsx'

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const search = new URL(request.url).searchParams
  const query = { page: parsePage(search.get('page')), ...parseSearchParams(search, ['q', 'month']) }
  const { list, error } = await loadList({
    page: query.page,
    search,
    buildLastHref: (page, params) => buildListHref({ path: documentsPath, params: { ...params, page: String(page) } }),
    load: async () => {
      const [documents, missing] = await Promise.all([
        callSignedIn('GET /documents', { query: { ...query, limit: readListRows() } }),
        callSignedIn('GET /invoices/missing', {}),
      ])
      return { ...documents, missing }
    },
  })
  return { query, list, error }
}

export const shouldRevalidate = shouldReloadList

export const handle = { section: ordersPath }
export const meta = pageTitle('Documents')

const monthName = new Intl.DateTimeFormat('en-IN', { timeZone: 'UTC', month: 'long', year: 'numeric' })

/** `November 2026` */
const nameMonth = (month: string): string => monthName.format(new Date(`${month}-01`))

/** Invoices, bills of supply and credit notes by month. */
export default function Documents({ loaderData: { query, list, error } }: Route.ComponentProps) {
  const location = useLocation()
  const { revalidate } = useRevalidator()
  const { openId, close, reload } = useDrawerParam()
  const { busy, message, run } = useAction()
  const { q, page } = query
  const buildOpenHref = (id: string) => buildDrawerHref(location, id)
  if (list && !list.hasGstin && list.total === 0 && !q) return <WithoutGstin />
  const month = list?.month ?? ''
  const download = () =>
    run(async () => {
      await downloadSignedIn({ route: 'GET /documents/month/:month.zip', input: { params: { month } }, fileName: `sales-${month}.zip` })
      return { message: `The file of ${nameMonth(month)} is saved.` }
    })
  return (
    <ListFrame
      title="Documents"
      tabs={<OrderTabs />}
      aside={list && <ListTotal count={list.total} label={q ? 'found' : `in ${nameMonth(month)}`} />}
    >
      {list && list.missing.total > 0 && <OrdersWithoutInvoice list={list.missing} onIssued={() => void revalidate()} />}
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
        <ListFilters action={documentsPath} q={q ?? ''} hint="Number of a document or an order">
          {list && (
            <FilterSelect
              name="month"
              label="Month"
              value={query.month ?? ''}
              allLabel={nameMonth(list.months[0] ?? month)}
              choices={list.months.slice(1).map((each) => [each, nameMonth(each)])}
            />
          )}
          {q && (
            <LinkButton variant="quiet" to={documentsPath} className="text-sm sm:min-h-10">
              Clear the search
            </LinkButton>
          )}
        </ListFilters>
        <div className="flex flex-wrap gap-3">
          {list && list.documents.length > 0 && <PrintLinks documents={list.documents} />}
          {list && !q && (
            <button type="button" className={smallButtonClass} aria-disabled={busy} disabled={list.total === 0} onClick={download}>
              {busy ? 'Saving …' : 'Month for GSTR-1'}
            </button>
          )}
        </div>
      </div>
      <StatusMessage message={message} />
      <ListContent
        label={q ? 'Found documents' : `Documents of ${nameMonth(month || '2026-01')}`}
        columns={buildDocumentColumns({ buildOpenHref })}
        rows={list?.documents}
        error={error}
        empty={<EmptyState title={q ? 'No documents found.' : `No documents in ${nameMonth(month || '2026-01')}.`} />}
        page={page}
        totalPages={list?.totalPages ?? 1}
        rowsPerPage={documentsPerPage}
        buildPageHref={(number) =>
          buildListHref({ path: documentsPath, params: { q, month: query.month, page: number > 1 ? String(number) : undefined } })
        }
      />
      {list && <CheckBooks buildOpenHref={buildOpenHref} />}
      {openId !== null && <OrderDrawer key={openId} id={openId} onClose={close} onChange={reload} />}
    </ListFrame>
  )
}

/** The documents of this page as one file. */
function PrintLinks({ documents }: { documents: readonly ListedDocument[] }) {
  const ids = documents.map(({ _id }) => _id)
  const links = [
    ['a4', 'Print as A4'],
    ['label', 'Print as 4 × 6 in'],
  ] as const
  return links.map(([format, label]) => (
    <a key={format} href={documentsFileHref({ ids, format })} target="_blank" rel="noreferrer" className={smallButtonClass}>
      {label}
      <span className="sr-only">: the documents of this page, PDF in a new tab</span>
    </a>
  ))
}

/** How a shop begins to issue invoices. */
function WithoutGstin() {
  return (
    <ListFrame title="Documents" tabs={<OrderTabs />}>
      <EmptyState
        title="The shop issues no invoices, because it has no GSTIN."
        action={<LinkButton to={`${settingsPath}/shop`}>Enter the GSTIN</LinkButton>}
      >
        Enter GSTIN, legal name and address, then the prefixes of the numbers under{' '}
        <Link to={`${settingsPath}/tax`} className="link">
          Tax
        </Link>
        . From then on each packed order has its invoice.
      </EmptyState>
    </ListFrame>
  )
}
