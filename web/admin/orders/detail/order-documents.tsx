import { apiBase } from '#contract/api.ts'
import { formatRupees } from '#contract/kernel/money.ts'
import type { AdminOrderDetail } from '#contract/orders/admin-orders.ts'
import { documentTitles, findMissedDeadline } from '#contract/tax/documents.ts'
import { invoiceProblemTexts } from '#contract/tax/invoice-problems.ts'
import { DrawerSection } from '../../kit/drawer.tsx'
import { formatDateTime } from '../../kit/format-time.ts'
import { findActiveInvoice } from './find-active-invoice.ts'

/** The invoices and credit notes of an order, and why its invoice is not issued. */
export function OrderDocuments({ documents = [], invoiceProblem }: Pick<AdminOrderDetail, 'documents' | 'invoiceProblem'>) {
  if (documents.length === 0 && !invoiceProblem) return null
  const invoice = findActiveInvoice(documents)
  const missed = invoice?.kind === 'invoice' ? findMissedDeadline({ invoiceIssuedAt: new Date(invoice.issuedAt) }) : undefined
  return (
    <DrawerSection title="Tax documents">
      {invoiceProblem && <p className="text-sm font-medium text-bad">The invoice waits: {invoiceProblemTexts[invoiceProblem]}</p>}
      {missed && (
        <p className="text-sm">
          {missed} has passed: a credit note to {invoice?.written} no longer reduces the tax.
        </p>
      )}
      <ul className="flex flex-col text-sm">
        {documents.map(({ _id, kind, written, issuedAt, total }) => (
          <li key={_id} className="flex flex-wrap justify-between gap-x-6 border-line py-1.5 not-last:border-b">
            <a href={`${apiBase}/documents/${_id}.pdf`} target="_blank" rel="noreferrer" className="link">
              {documentTitles[kind]} {written}
            </a>
            <span className="text-soft tabular-nums">
              {formatRupees(total)}, {formatDateTime(issuedAt)}
            </span>
          </li>
        ))}
      </ul>
    </DrawerSection>
  )
}
