import { Link, useRevalidator } from 'react-router'
import { documentsPerPage } from '#contract/kernel/limits/paging.ts'
import type { ListedDocument } from '#contract/tax/document-list.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { downloadSignedIn } from '../../../session/download-signed-in.ts'
import { useRight } from '../../../session/use-right.ts'
import { LinkButton } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { pageTitle } from '../../../ui/page-title.ts'
import { OrderTabs } from '../../kit/admin-tabs.tsx'
import { defineList, parsePastMonth, searchText } from '../../kit/define-list.ts'
import { FilterSelect, ListFrame, ListTotal } from '../../kit/list-frame.tsx'
import { documentsPath, ordersPath, settingsPath, shouldReloadList } from '../../kit/list-href.ts'
import { ListPage } from '../../kit/list-page.tsx'
import { Needs } from '../../kit/needs.tsx'
import { SmallButton, smallButtonClass } from '../../kit/small-button.tsx'
import { StatusMessage, useAction } from '../../kit/use-action.tsx'
import { OrderDrawer } from '../detail/order-drawer.tsx'
import type { Route } from './+types/documents'
import { CheckBooks } from './check-books.tsx'
import { documentColumns, documentsFileHref } from './document-columns.tsx'
import { OrdersWithoutInvoice } from './orders-without-invoice.tsx'

const documents = defineList({
  path: documentsPath,
  filters: { q: searchText, month: parsePastMonth },
  async load(query) {
    const [list, missing] = await Promise.all([callSignedIn('GET /documents', { query }), callSignedIn('GET /invoices/missing', {})])
    return { ...list, missing }
  },
})
export const clientLoader = documents.loader
export const shouldRevalidate = shouldReloadList

export const handle = { section: ordersPath }
export const meta = pageTitle('Documents')

const monthName = new Intl.DateTimeFormat('en-IN', { timeZone: 'UTC', month: 'long', year: 'numeric' })

/** `November 2026` */
const nameMonth = (month: string): string => monthName.format(new Date(`${month}-01`))

/** Invoices, bills of supply and credit notes by month. */
export default function Documents({ loaderData }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const { busy, message, run } = useAction()
  const seesOrders = useRight('orders')
  const { list, filters } = loaderData
  if (list && !list.hasGstin && list.total === 0 && filters.q === undefined) return <WithoutGstin />
  const month = list?.month ?? ''
  const download = () =>
    run(async () => {
      await downloadSignedIn({ route: 'GET /documents/month/:month.zip', input: { params: { month } }, fileName: `sales-${month}.zip` })
      return { message: `The file of ${nameMonth(month)} is saved.` }
    })
  return (
    <ListPage
      title="Documents"
      tabs={<OrderTabs />}
      definition={documents}
      loaded={loaderData}
      rows={list?.documents}
      columns={documentColumns}
      label={filters.q ? 'Found documents' : `Documents of ${nameMonth(month || '2026-01')}`}
      drawer={seesOrders ? OrderDrawer : undefined}
      rowsPerPage={documentsPerPage}
      noun={['document', 'documents']}
      total={list && <ListTotal count={list.total} label={filters.q ? 'found' : `in ${nameMonth(month)}`} />}
      searchHint="Number of a document or an order"
      filters={
        list && (
          <FilterSelect
            name="month"
            label="Month"
            value={filters.month ?? ''}
            allLabel={nameMonth(list.months[0] ?? month)}
            choices={list.months.slice(1).map((each) => [each, nameMonth(each)])}
          />
        )
      }
      actions={
        <>
          {list && list.documents.length > 0 && <PrintLinks documents={list.documents} />}
          {list && !filters.q && (
            <SmallButton aria-disabled={busy} disabled={list.total === 0} onClick={download}>
              {busy ? 'Saving …' : 'Month for GSTR-1'}
            </SmallButton>
          )}
        </>
      }
      above={<StatusMessage message={message} />}
      top={list && list.missing.total > 0 && <OrdersWithoutInvoice list={list.missing} onIssued={() => void revalidate()} />}
      empty={`No documents in ${nameMonth(month || '2026-01')}.`}
      emptyFound={filters.q ? 'No documents found.' : `No documents in ${nameMonth(month || '2026-01')}.`}
    >
      {list && <CheckBooks />}
    </ListPage>
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
        action={
          <Needs right="settings">
            <LinkButton to={`${settingsPath}/shop`}>Enter the GSTIN</LinkButton>
          </Needs>
        }
      >
        Enter GSTIN, legal name and address, then the prefixes of the numbers under{' '}
        <Needs right="settings" otherwise="Tax">
          <Link to={`${settingsPath}/tax`} className="link">
            Tax
          </Link>
        </Needs>
        . From then on each packed order has its invoice.
      </EmptyState>
    </ListFrame>
  )
}
