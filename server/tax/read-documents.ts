import type { Selectable } from 'kysely'
import { toRupees } from '#contract/kernel/money.ts'
import type { TaxDocument } from '#contract/tax/documents.ts'
import type { ShownDocument } from '#contract/tax/shown-documents.ts'
import { isUuid } from '../database/is-uuid.ts'
import type { Database, Tables, Transaction } from '../database/schema.ts'

type DocumentRow = Selectable<Tables['documents']> & {
  readonly order_number: string
  readonly refers_to_written: string | null
  readonly refers_to_issued_at: Date | null
}

/** All documents, each with the number of its order and, for a credit note, its invoice. */
export const selectDocuments = (database: Database | Transaction) =>
  database
    .selectFrom('documents')
    .innerJoin('orders', 'orders.id', 'documents.order_id')
    .leftJoin('documents as invoice', 'invoice.id', 'documents.refers_to')
    .selectAll('documents')
    .select(['orders.number as order_number', 'invoice.written as refers_to_written', 'invoice.issued_at as refers_to_issued_at'])

/** A row of `selectDocuments` as it is printed. */
export function toDocument(row: DocumentRow): TaxDocument {
  const { refers_to, refers_to_written, refers_to_issued_at } = row
  const isCreditNote = refers_to !== null && refers_to_written !== null && refers_to_issued_at !== null
  return {
    id: row.id,
    kind: row.kind,
    written: row.written,
    issuedAt: row.issued_at,
    orderId: row.order_id,
    orderNumber: row.order_number,
    refersTo: isCreditNote ? { id: refers_to, written: refers_to_written, issuedAt: refers_to_issued_at } : null,
    supplier: row.supplier,
    buyer: row.buyer,
    placeOfSupply: row.place_of_supply,
    lines: row.lines,
    taxable: row.taxable_paise,
    cgst: row.cgst_paise,
    sgst: row.sgst_paise,
    igst: row.igst_paise,
    total: row.total_paise,
    reason: row.reason,
  }
}

/** The documents of an order, oldest first. */
export async function readDocuments({ database, orderId }: { database: Database | Transaction; orderId: string }): Promise<TaxDocument[]> {
  const rows = await selectDocuments(database)
    .where('documents.order_id', '=', orderId)
    .orderBy('documents.issued_at')
    .orderBy('documents.id')
    .execute()
  return rows.map(toDocument)
}

/** One document; undefined for an unknown id. */
export async function findDocument({ database, id }: { database: Database; id: string }): Promise<TaxDocument | undefined> {
  if (!isUuid(id)) return undefined
  const row = await selectDocuments(database).where('documents.id', '=', id).executeTakeFirst()
  return row && toDocument(row)
}

/** A document as replies about its order name it. */
export const presentDocument = ({ id, kind, written, issuedAt, total }: TaxDocument): ShownDocument => ({
  _id: id,
  kind,
  written,
  issuedAt: issuedAt.toISOString(),
  total: toRupees(total),
})

/** The documents of an order as replies name them, oldest first; none for a shop that issues none. */
export async function listShownDocuments(order: { database: Database; orderId: string }): Promise<{ documents?: ShownDocument[] }> {
  const documents = await readDocuments(order)
  return documents.length > 0 ? { documents: documents.map(presentDocument) } : {}
}
