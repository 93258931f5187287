import { findMissedDeadline, writeDocumentNumber } from '#contract/tax/documents.ts'
import type { CsvCell } from '../../csv/write-csv.ts'
import {
  addAmounts,
  type BookedDocument,
  emptySums,
  findTable,
  formatToolDay,
  type MonthTable,
  nameToolState,
  type Sums,
  showSum,
  signOf,
  sumByRate,
  toPercent,
} from './month-tables.ts'

// Columns and words of the CSV templates of GSTR-1's offline tool, version 3.

const columns = {
  b2b: [
    ...['GSTIN/UIN of Recipient', 'Receiver Name', 'Invoice Number', 'Invoice date', 'Invoice Value', 'Place Of Supply', 'Reverse Charge'],
    ...['Applicable % of Tax Rate', 'Invoice Type', 'E-Commerce GSTIN', 'Rate', 'Taxable Value', 'Cess Amount'],
  ],
  b2cl: [
    ...['Invoice Number', 'Invoice date', 'Invoice Value', 'Place Of Supply', 'Applicable % of Tax Rate', 'Rate', 'Taxable Value'],
    ...['Cess Amount', 'E-Commerce GSTIN'],
  ],
  b2cs: ['Type', 'Place Of Supply', 'Applicable % of Tax Rate', 'Rate', 'Taxable Value', 'Cess Amount', 'E-Commerce GSTIN'],
  cdnr: [
    ...['GSTIN/UIN of Recipient', 'Receiver Name', 'Note Number', 'Note Date', 'Note Type', 'Place Of Supply', 'Reverse Charge'],
    ...['Note Supply Type', 'Note Value', 'Applicable % of Tax Rate', 'Rate', 'Taxable Value', 'Cess Amount'],
  ],
  cdnur: [
    ...['UR Type', 'Note Number', 'Note Date', 'Note Type', 'Place Of Supply', 'Note Value', 'Applicable % of Tax Rate', 'Rate'],
    ...['Taxable Value', 'Cess Amount'],
  ],
  hsn: [
    ...['HSN', 'Description', 'UQC', 'Total Quantity', 'Total Value', 'Rate', 'Taxable Value', 'Integrated Tax Amount'],
    ...['Central Tax Amount', 'State/UT Tax Amount', 'Cess Amount'],
  ],
  docs: ['Nature of Document', 'Sr. No. From', 'Sr. No. To', 'Total Number', 'Cancelled'],
} as const satisfies Record<string, readonly string[]>

const noCess = 0

/** Shoes are sold by the pair. */
const unitOf = (hsnCode: string): string => (hsnCode.startsWith('64') ? 'PRS-PAIRS' : 'PCS-PIECES')

interface HsnSums {
  readonly hsnCode: string
  readonly rate: number
  readonly sums: Sums
}

/**
 * Adds the amounts of rows without pieces, which are charges kept of returns and reductions of prices, to the goods with the same rate and the
 * largest value. The sums of each rate stay the same. A row stays alone when no other has its rate; one without amounts is left out.
 */
function mergeCharges(rows: readonly HsnSums[]): HsnSums[] {
  const goods = rows
    .filter(({ sums }) => sums.pieces !== 0)
    .map((row) => ({ ...row, sums: { ...row.sums } }))
    .toSorted((one, other) => other.sums.taxable - one.sums.taxable)
  const alone = rows.filter(({ rate, sums }) => {
    if (sums.pieces !== 0 || sums.total === 0) return false
    const principal = goods.find((row) => row.rate === rate)
    if (!principal) return true
    for (const name of Object.keys(sums) as (keyof Sums)[]) principal.sums[name] += sums[name]
    return false
  })
  return [...goods, ...alone]
}

interface SeriesRange {
  readonly prefix: string
  readonly year: string
  readonly nature: string
  first: number
  last: number
  count: number
  cancelled: number
}

/** Numbers of a series that were cancelled in a month. */
interface CancelledNumbers {
  readonly series: string
  readonly year: string
  readonly first_number: number
  readonly last_number: number
}

/** A document as the tables read it. */
type NumberedDocument = BookedDocument & { readonly year: string; readonly number: number }

const invoiceNature = 'Invoices for outward supply'
const noteNature = 'Credit Note'

/** A credit note after the 30 November does not reduce the tax (section 34): no table has it, except the list of numbers. */
const isTooLate = ({ refersTo, issuedAt }: BookedDocument): boolean =>
  refersTo !== null && findMissedDeadline({ invoiceIssuedAt: refersTo.issuedAt, at: issuedAt }) !== undefined

/** A row of a document for each of its rates. */
function listRows(document: BookedDocument): { table: 'b2b' | 'b2cl' | 'cdnr' | 'cdnur'; rows: CsvCell[][] } | undefined {
  const table = findTable(document)
  if (table === undefined || table === 'b2cs') return undefined
  const { written, issuedAt, buyer, placeOfSupply } = document
  const [day, value, place] = [formatToolDay(issuedAt), showSum(document.total), nameToolState(placeOfSupply)]
  const receiver = [buyer.gstin ?? '', buyer.businessName || buyer.name]
  const rows = [...sumByRate(document.lines)].map(([rate, { taxable }]): CsvCell[] => {
    const amounts = ['', toPercent(rate), showSum(taxable), noCess]
    if (table === 'b2b') {
      const [applicable = '', ...others] = amounts
      return [...receiver, written, day, value, place, 'N', applicable, 'Regular B2B', '', ...others]
    }
    if (table === 'b2cl') return [written, day, value, place, ...amounts, '']
    if (table === 'cdnr') return [...receiver, written, day, 'C', place, 'N', 'Regular B2B', value, ...amounts]
    return ['B2CL', written, day, 'C', place, value, ...amounts]
  })
  return { table, rows }
}

/** The tables of GSTR-1, to which documents are added one after the other, in the order of their numbers. */
export function createGstr1() {
  const rows = { b2b: [] as CsvCell[][], b2cl: [] as CsvCell[][], cdnr: [] as CsvCell[][], cdnur: [] as CsvCell[][] }
  const small = new Map<string, { place: string; rate: number; sums: Sums }>()
  const hsn = { b2b: new Map<string, HsnSums>(), b2c: new Map<string, HsnSums>() }
  const series = new Map<string, SeriesRange>()

  const addSmall = (document: BookedDocument) => {
    for (const [rate, amounts] of sumByRate(document.lines)) {
      const key = `${document.placeOfSupply} ${rate}`
      const found = small.get(key) ?? { place: document.placeOfSupply, rate, sums: emptySums() }
      for (const name of Object.keys(found.sums) as (keyof Sums)[]) found.sums[name] += signOf(document) * amounts[name]
      small.set(key, found)
    }
  }

  const addHsn = (document: BookedDocument) => {
    const table = document.buyer.gstin === null ? hsn.b2c : hsn.b2b
    for (const line of document.lines) {
      const key = `${line.hsnCode} ${line.rate}`
      const found = table.get(key) ?? { hsnCode: line.hsnCode, rate: line.rate, sums: emptySums() }
      addAmounts({ to: found.sums, amounts: { ...line, pieces: line.quantity * line.piecesPerUnit }, sign: signOf(document) })
      table.set(key, found)
    }
  }

  const findRange = ({ prefix, year, nature, number }: { prefix: string; year: string; nature: string; number: number }) => {
    const key = `${prefix} ${year}`
    const range = series.get(key) ?? { prefix, year, nature, first: number, last: number, count: 0, cancelled: 0 }
    series.set(key, range)
    return range
  }

  const addToSeries = ({ kind, number, series: prefix, year }: NumberedDocument) => {
    const range = findRange({ prefix, year, number, nature: kind === 'credit note' ? noteNature : invoiceNature })
    range.first = Math.min(range.first, number)
    range.last = Math.max(range.last, number)
    range.count += 1
  }

  const listHsn = (table: ReadonlyMap<string, HsnSums>): CsvCell[][] =>
    mergeCharges([...table.values()])
      .toSorted((one, other) => one.hsnCode.localeCompare(other.hsnCode) || one.rate - other.rate)
      .map(({ hsnCode, rate, sums: { pieces, total, taxable, igst, cgst, sgst } }) => [
        ...[hsnCode, '', pieces === 0 ? 'OTH-OTHERS' : unitOf(hsnCode), pieces, showSum(total), toPercent(rate), showSum(taxable)],
        ...[showSum(igst), showSum(cgst), showSum(sgst), noCess],
      ])

  return {
    add(document: NumberedDocument): void {
      addToSeries(document)
      const table = findTable(document)
      if (table === undefined || isTooLate(document)) return
      addHsn(document)
      if (table === 'b2cs') addSmall(document)
      const listed = listRows(document)
      if (listed) rows[listed.table].push(...listed.rows)
    },
    /** Numbers that no document has, of series that have documents in the month or begin with them. */
    addCancelled({ series: prefix, year, first_number, last_number, isOfNotes }: CancelledNumbers & { isOfNotes: boolean }): void {
      const range = findRange({ prefix, year, number: first_number, nature: isOfNotes ? noteNature : invoiceNature })
      range.first = Math.min(range.first, first_number)
      range.last = Math.max(range.last, last_number)
      range.cancelled += last_number - first_number + 1
    },
    list(): MonthTable[] {
      const listSmall = [...small.values()]
        .toSorted((one, other) => one.place.localeCompare(other.place) || one.rate - other.rate)
        .map(({ place, rate, sums }): CsvCell[] => ['OE', nameToolState(place), '', toPercent(rate), showSum(sums.taxable), noCess, ''])
      const ranges = [...series.values()].map(({ nature, prefix, year, first, last, count, cancelled }): CsvCell[] => [
        nature,
        ...[first, last].map((number) => writeDocumentNumber({ series: prefix, year, number })),
        count + cancelled,
        cancelled,
      ])
      const tables = [
        ['b2b', columns.b2b, rows.b2b],
        ['b2cl', columns.b2cl, rows.b2cl],
        ['b2cs', columns.b2cs, listSmall],
        ['cdnr', columns.cdnr, rows.cdnr],
        ['cdnur', columns.cdnur, rows.cdnur],
        ['hsn(b2b)', columns.hsn, listHsn(hsn.b2b)],
        ['hsn(b2c)', columns.hsn, listHsn(hsn.b2c)],
        ['docs', columns.docs, ranges],
      ] as const
      return tables.map(([name, names, listed]) => ({ name, columns: names, isForTool: true, rows: listed }))
    },
  }
}
