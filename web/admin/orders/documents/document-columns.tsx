import { apiBase } from '#contract/api.ts'
import { formatRupees } from '#contract/kernel/money.ts'
import type { DocumentFormat } from '#contract/tax/document-files.ts'
import type { ListedDocument } from '#contract/tax/document-list.ts'
import { documentTitles } from '#contract/tax/documents.ts'
import { DrawerLink } from '../../kit/drawer-link.tsx'
import { formatDate } from '../../kit/format-time.ts'
import type { Column } from '../../kit/table.tsx'

/** The file of one or more documents. */
export const documentsFileHref = ({ ids, format }: { ids: readonly string[]; format: DocumentFormat }): string =>
  ids.length === 1 ? `${apiBase}/documents/${ids[0]}.pdf?format=${format}` : `${apiBase}/documents.pdf?format=${format}&ids=${ids.join()}`

const asAmount = ({ kind }: ListedDocument, rupees: number): string => formatRupees(kind === 'credit note' ? -rupees : rupees)

/** The columns of the list of documents. Amounts of credit notes are negative. */
export const documentColumns: readonly Column<ListedDocument>[] = [
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
    cell: ({ buyer, buyerGstin }) => (
      <>
        <span className="wrap-anywhere">{buyer}</span>
        {buyerGstin && <span className="block text-soft">{buyerGstin}</span>}
      </>
    ),
    className: 'max-md:hidden',
  },
  { head: 'Taxable value', cell: (row) => asAmount(row, row.taxable), number: true, className: 'max-lg:hidden' },
  { head: 'Tax', cell: (row) => asAmount(row, row.tax), number: true, className: 'max-lg:hidden' },
  { head: 'Total', cell: (row) => asAmount(row, row.total), number: true },
]
