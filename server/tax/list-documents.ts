import { sql } from 'kysely'
import { documentsPerPage } from '#contract/kernel/limits/paging.ts'
import { paise, toRupees } from '#contract/kernel/money.ts'
import type { ListedDocument } from '#contract/tax/document-list.ts'
import { findMissedDeadline, type TaxDocument } from '#contract/tax/documents.ts'
import { countRows } from '../database/count-rows.ts'
import { limitToPage, presentPage } from '../database/pages.ts'
import type { Database } from '../database/schema.ts'
import { selectDocuments, toDocument } from './read-documents.ts'

interface DocumentQuery {
  readonly database: Database
  readonly month: string | undefined
  readonly q: string | undefined
  readonly page: number
  readonly limit?: number | undefined
}

/** The first moments of a month and of the next one, in India. */
export const monthRange = (month: string) => ({
  from: sql<Date>`(${`${month}-01`}::date)::timestamp at time zone 'Asia/Kolkata'`,
  to: sql<Date>`(${`${month}-01`}::date + interval '1 month') at time zone 'Asia/Kolkata'`,
})

/** The documents of a month, or those of a number in any month. */
const filterDocuments = ({ database, month, q }: Pick<DocumentQuery, 'database' | 'q'> & { month: string }) => {
  const query = selectDocuments(database)
  if (!q) {
    const { from, to } = monthRange(month)
    return query.where('documents.issued_at', '>=', from).where('documents.issued_at', '<', to)
  }
  const text = q.toUpperCase()
  const number = /^0*[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined
  // One index for each way to find a document.
  const ids = database.selectFrom('documents').select('documents.id')
  const found = ids
    .where('documents.written', '=', text)
    .union(ids.innerJoin('orders', 'orders.id', 'documents.order_id').where('orders.number', '=', text))
  return query.where('documents.id', 'in', number === undefined ? found : found.union(ids.where('documents.number', '=', number)))
}

/** The months from the first document to this one, newest first, and this month. */
async function readMonths({ database }: { database: Database }) {
  const { rows } = await sql<{ month: string }>`
    select to_char(month, 'YYYY-MM') as month
    from (select date_trunc('month', now() at time zone 'Asia/Kolkata') as last) as clock,
      generate_series(
        coalesce(date_trunc('month', (select min(issued_at) from documents) at time zone 'Asia/Kolkata'), last), last, interval '1 month'
      ) as month
    order by month desc
  `.execute(database)
  return rows.map(({ month }) => month)
}

function presentListed(document: TaxDocument): ListedDocument {
  const { id, kind, written, issuedAt, orderId, orderNumber, refersTo, buyer, taxable, cgst, sgst, igst, total } = document
  const missedDeadline = refersTo ? findMissedDeadline({ invoiceIssuedAt: refersTo.issuedAt, at: issuedAt }) : undefined
  return {
    _id: id,
    kind,
    written,
    issuedAt: issuedAt.toISOString(),
    order: { _id: orderId, number: orderNumber },
    invoice: refersTo?.written ?? null,
    ...(missedDeadline && { missedDeadline }),
    buyer: (buyer.gstin && buyer.businessName) || buyer.name,
    buyerGstin: buyer.gstin,
    taxable: toRupees(taxable),
    tax: toRupees(paise(cgst + sgst + igst)),
    total: toRupees(total),
  }
}

/** A page of the list of documents. */
export async function listDocuments({ database, month: asked, q, page, limit: perPage = documentsPerPage }: DocumentQuery) {
  const months = await readMonths({ database })
  const month = asked ?? months[0] ?? ''
  const found = filterDocuments({ database, month, q })
  const total = await countRows(found.clearSelect())
  const rows = await found
    .orderBy('documents.issued_at', 'desc')
    .orderBy('documents.id', 'desc')
    .$call(limitToPage({ page, perPage }))
    .execute()
  const documents = rows.map(toDocument).map(presentListed)
  return { month, months, documents, ...presentPage({ page, perPage, total }) }
}
