import { useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import { apiBase } from '#contract/api.ts'
import { documentsPerPage } from '#contract/kernel/limits/paging.ts'
import { formatRupees } from '#contract/kernel/money.ts'
import { documentFaultTexts } from '#contract/tax/document-faults.ts'
import type { DocumentFormat } from '#contract/tax/document-files.ts'
import type { BookCheck, ListedDocument } from '#contract/tax/document-list.ts'
import { documentTitles } from '#contract/tax/documents.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { downloadSignedIn } from '../../../session/download-signed-in.ts'
import { useRight } from '../../../session/use-right.ts'
import { LinkButton } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { pageTitle } from '../../../ui/page-title.ts'
import { OrderTabs } from '../../kit/admin-tabs.tsx'
import { defineList, parsePastMonth, searchText } from '../../kit/define-list.ts'
import { DrawerLink } from '../../kit/drawer-link.tsx'
import { formatCountOf } from '../../kit/format-count-of.ts'
import { formatDate } from '../../kit/format-time.ts'
import { FilterSelect, ListFrame, ListTotal } from '../../kit/list-frame.tsx'
import { documentsPath, ordersPath, settingsPath, shouldReloadList } from '../../kit/list-href.ts'
import { ListPage } from '../../kit/list-page.tsx'
import { Needs } from '../../kit/needs.tsx'
import { SmallButton, smallButtonClass } from '../../kit/small-button.tsx'
import type { Column } from '../../kit/table.tsx'
import { StatusMessage, useAction } from '../../kit/use-action.tsx'
import { OrderDrawer } from '../detail/order-drawer.tsx'
import type { Route } from './+types/documents'
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

/** The file of one or more documents. */
const documentsFileHref = ({ ids, format }: { ids: readonly string[]; format: DocumentFormat }): string =>
  ids.length === 1 ? `${apiBase}/documents/${ids[0]}.pdf?format=${format}` : `${apiBase}/documents.pdf?format=${format}&ids=${ids.join()}`

const asAmount = ({ kind }: ListedDocument, rupees: number): string => formatRupees(kind === 'credit note' ? -rupees : rupees)

/** The columns of the list of documents. Amounts of credit notes are negative. */
const documentColumns: readonly Column<ListedDocument>[] = [
  {
    head: 'Number',
    cell: ({ _id, written, kind, invoice, missedDeadline }) => (
      <>
        <a
          href={documentsFileHref({ ids: [_id], format: 'a4' })}
          target="_blank"
          rel="noreferrer"
          className="link inline-flex min-h-11 items-center font-semibold whitespace-nowrap sm:min-h-6"
        >
          {written}
          <span className="sr-only">, PDF in a new tab</span>
        </a>
        <span className="block text-soft">
          {documentTitles[kind]}
          {invoice && ` to ${invoice}`}
        </span>
        {missedDeadline && <span className="block text-soft">After {missedDeadline}: does not reduce the tax</span>}
      </>
    ),
  },
  { head: 'Day', cell: ({ issuedAt }) => formatDate(issuedAt), className: 'whitespace-nowrap max-md:hidden' },
  {
    head: 'Order',
    cell: ({ order }) => (
      <DrawerLink id={order._id} right="orders" className="link whitespace-nowrap" data-opens-row="">
        {order.number}
      </DrawerLink>
    ),
    className: 'max-sm:hidden',
  },
  {
    head: 'Buyer',
    cell: ({ buyer }) => <span className="wrap-anywhere">{buyer}</span>,
    further: ({ buyerGstin }) => buyerGstin,
    className: 'max-md:hidden',
  },
  { head: 'Taxable value', cell: (row) => asAmount(row, row.taxable), number: true, className: 'max-lg:hidden' },
  { head: 'Tax', cell: (row) => asAmount(row, row.tax), number: true, className: 'max-lg:hidden' },
  { head: 'Total', cell: (row) => asAmount(row, row.total), number: true },
]

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

const countProblems = ({ gaps, differences, faults = [], missing = [] }: BookCheck): number =>
  gaps.length + differences.length + faults.length + missing.length

function describeCheck(check: BookCheck): { message: string; isError: boolean } {
  const { documents, orders } = check
  const problems = countProblems(check)
  if (problems > 0) return { message: `The books have ${formatCountOf(problems, 'difference')}.`, isError: true }
  return {
    message: `No difference: ${formatCountOf(documents, 'document')} of ${formatCountOf(orders, 'order')} without a gap in the numbers.`,
    isError: false,
  }
}

/** Compares the documents with their orders, and shows what differs. */
function CheckBooks() {
  const [found, setFound] = useState<BookCheck>()
  const { busy, message, run } = useAction()
  const check = () =>
    run(async () => {
      setFound(undefined)
      const reply = await callSignedIn('POST /documents/check', {})
      setFound(reply)
      return describeCheck(reply)
    })
  return (
    <div className="flex flex-col items-start gap-3">
      <SmallButton aria-disabled={busy} onClick={check}>
        {busy ? 'Checking …' : 'Check the books'}
      </SmallButton>
      <StatusMessage message={message} />
      {found && countProblems(found) > 0 && (
        <ul aria-label="Differences" className="flex flex-col gap-1.5 text-sm">
          {found.gaps.map(({ series, year, missing }) => (
            <li key={`${series} ${year}`}>
              {series}/{year}: no document has the number {missing.join(', ')}.
            </li>
          ))}
          {found.differences.map(({ order, documents, expected }) => (
            <li key={order._id}>
              <DrawerLink id={order._id} className="link">
                {order.number}
              </DrawerLink>
              : the sum of its documents is {formatRupees(documents)}, that of the order {formatRupees(expected)}.
            </li>
          ))}
          {found.faults?.map(({ written, fault }) => (
            <li key={written}>
              {written}: {documentFaultTexts[fault]}.
            </li>
          ))}
          {found.missing?.map(({ _id, number }) => (
            <li key={_id}>
              <DrawerLink id={_id} className="link">
                {number}
              </DrawerLink>
              : it has left without a document.
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
