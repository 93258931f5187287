import { formatRupees } from '#contract/kernel/money.ts'
import { documentTitles } from '#contract/tax/documents.ts'
import type { ShownDocument } from '#contract/tax/shown-documents.ts'
import { formatDate } from '../../ui/format-date.ts'

interface DocumentLinksProps {
  documents: readonly ShownDocument[] | undefined
  /** without it the documents are named only */
  buildHref: ((id: string) => string) | undefined
}

/** The invoices and credit notes of an order. */
export function DocumentLinks({ documents = [], buildHref }: DocumentLinksProps) {
  if (documents.length === 0) return null
  return (
    <section aria-labelledby="documents" className="flex flex-col gap-2">
      <h2 id="documents" className="font-display text-2xl">
        Invoice
      </h2>
      <ul className="flex flex-col">
        {documents.map(({ _id, kind, written, issuedAt, total }) => (
          <li key={_id} className="flex flex-wrap items-center justify-between gap-x-6 border-line not-last:border-b">
            {buildHref ? (
              <a href={buildHref(_id)} target="_blank" rel="noreferrer" className="link inline-flex min-h-11 items-center">
                {documentTitles[kind]} {written}
                <span className="sr-only"> (PDF in a new tab)</span>
              </a>
            ) : (
              <span className="inline-flex min-h-11 items-center">
                {documentTitles[kind]} {written}
              </span>
            )}
            <span className="text-sm text-soft tabular-nums">
              {formatDate(issuedAt)}, {formatRupees(total)}
            </span>
          </li>
        ))}
      </ul>
      {!buildHref && <p className="text-sm text-soft">The file is behind the tracking link in our emails, because it has your address.</p>}
    </section>
  )
}
