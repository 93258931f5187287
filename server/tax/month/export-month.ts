import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import { ZipFile } from 'yazl'
import { formatCsv } from '../../csv/write-csv.ts'
import type { Database } from '../../database/schema.ts'
import { monthRange } from '../list-documents.ts'
import { selectDocuments, toDocument } from '../read-documents.ts'
import { createGstr1 } from './gstr1-tables.ts'
import type { BookedDocument } from './month-tables.ts'
import { createSalesBooks } from './sales-books.ts'
import { createTallyFiles } from './tally-files.ts'
import { createZohoTables } from './zoho-tables.ts'

const documentsPerQuery = 1_000

type ReadDocument = BookedDocument & { readonly year: string; readonly number: number }

/** The documents of a month in the order in which they were issued, some at a time. */
async function* readMonth({ database, month }: { database: Database; month: string }): AsyncGenerator<ReadDocument[]> {
  const { from, to } = monthRange(month)
  let last: ReadDocument | undefined
  for (;;) {
    const after = last
    const rows = await selectDocuments(database)
      .select('invoice.total_paise as invoice_total')
      .where('documents.issued_at', '>=', from)
      .where('documents.issued_at', '<', to)
      .$if(after !== undefined, (query) =>
        query.where(({ eb, refTuple, tuple }) =>
          eb(refTuple('documents.issued_at', 'documents.id'), '>', tuple(after?.issuedAt ?? new Date(), after?.id ?? '')),
        ),
      )
      .orderBy('documents.issued_at')
      .orderBy('documents.id')
      .limit(documentsPerQuery)
      .execute()
    const documents = rows.map((row) => ({
      ...toDocument(row),
      series: row.series,
      year: row.year,
      number: row.number,
      invoiceTotal: row.invoice_total,
    }))
    yield documents
    last = documents.at(-1)
    if (documents.length < documentsPerQuery) return
  }
}

/** The numbers that a restored backup has cancelled in a month, each series by what its documents are. */
async function listCancelled({ database, month }: { database: Database; month: string }) {
  const { from, to } = monthRange(month)
  return database
    .selectFrom('cancelled_numbers')
    .selectAll()
    .select(
      sql<boolean>`exists (select from documents where documents.series = cancelled_numbers.series and kind = 'credit note')`.as(
        'isOfNotes',
      ),
    )
    .where('cancelled_at', '>=', from)
    .where('cancelled_at', '<', to)
    .orderBy('first_number')
    .execute()
}

/** The tables of a month as CSV files, and the files for Tally, in a zip file. Figures are sums of documents only. All of them are read before this resolves. */
export async function exportMonth({ database, month }: { database: Database; month: string }): Promise<Readable> {
  const gstr1 = createGstr1()
  const books = createSalesBooks()
  const zoho = createZohoTables()
  const tally = createTallyFiles()
  for await (const documents of readMonth({ database, month })) {
    for (const document of documents) {
      gstr1.add(document)
      books.add(document)
      zoho.add(document)
      tally.add(document)
    }
  }
  for (const cancelled of await listCancelled({ database, month })) gstr1.addCancelled(cancelled)
  const zip = new ZipFile()
  for (const { name, columns, rows, isForTool } of [...gstr1.list(), ...books.list(), ...zoho.list()])
    zip.addBuffer(Buffer.from(formatCsv({ columns, rows, hasMark: !isForTool })), `${name}.csv`)
  for (const { name, text } of tally.list()) zip.addBuffer(Buffer.from(text), name)
  zip.end()
  return zip.outputStream as Readable
}
