import { findMissedDeadline } from '#contract/tax/documents.ts'
import type { CsvCell } from '../../csv/write-csv.ts'
import {
  addAmounts,
  type BookedDocument,
  emptySums,
  formatToolDay,
  type MonthTable,
  nameToolState,
  type Sums,
  showSum,
  signOf,
  sumByRate,
  titleOf,
  toPercent,
} from './month-tables.ts'

const registerColumns = [
  ...['Date', 'Number', 'Kind', 'Credits', 'Reason', 'Order', 'Buyer', 'GSTIN', 'State', 'Place of supply'],
  ...['Rate', 'Taxable value', 'CGST', 'SGST or UTGST', 'IGST', 'Total'],
]
const documentColumns = [
  ...['Date', 'Number', 'Kind', 'Credits', 'Order', 'Buyer', 'GSTIN', 'Place of supply'],
  ...['Taxable value', 'CGST', 'SGST or UTGST', 'IGST', 'Total'],
]
const dayColumns = ['Date', 'Invoices', 'Credit notes', 'Taxable value', 'CGST', 'SGST or UTGST', 'IGST', 'Total']

interface Day {
  readonly sums: Sums
  invoices: number
  creditNotes: number
}

/** The sales register, with a row for each document and rate, the same by document, and the day book. Amounts of credit notes are negative. */
export function createSalesBooks() {
  const register: CsvCell[][] = []
  const documents: CsvCell[][] = []
  const days = new Map<string, Day>()
  return {
    add(document: BookedDocument): void {
      const { written, refersTo, reason, orderNumber, buyer, placeOfSupply, kind } = document
      const sign = signOf(document)
      const day = formatToolDay(document.issuedAt)
      const missed = refersTo && findMissedDeadline({ invoiceIssuedAt: refersTo.issuedAt, at: document.issuedAt })
      const why = missed ? `${reason}; after ${missed}, does not reduce the tax` : (reason ?? '')
      for (const [rate, { taxable, cgst, sgst, igst, total }] of sumByRate(document.lines)) {
        register.push([
          ...[day, written, titleOf(document), refersTo?.written ?? '', why, orderNumber],
          ...[buyer.businessName || buyer.name, buyer.gstin ?? '', nameToolState(buyer.stateCode), nameToolState(placeOfSupply)],
          ...[toPercent(rate), ...[taxable, cgst, sgst, igst, total].map((sum) => showSum(sign * sum))],
        ])
      }
      const { taxable, cgst, sgst, igst, total } = document
      documents.push([
        ...[day, written, titleOf(document), refersTo?.written ?? '', orderNumber, (buyer.gstin && buyer.businessName) || buyer.name],
        ...[buyer.gstin ?? '', nameToolState(placeOfSupply)],
        ...[taxable, cgst, sgst, igst, total].map((sum) => showSum(sign * sum)),
      ])
      const found = days.get(day) ?? { sums: emptySums(), invoices: 0, creditNotes: 0 }
      addAmounts({ to: found.sums, amounts: document, sign })
      if (kind === 'credit note') found.creditNotes += 1
      else found.invoices += 1
      days.set(day, found)
    },
    list(): MonthTable[] {
      const dayRows = [...days].map(
        ([
          day,
          {
            sums: { taxable, cgst, sgst, igst, total },
            invoices,
            creditNotes,
          },
        ]): CsvCell[] => [...[day, invoices, creditNotes, showSum(taxable), showSum(cgst), showSum(sgst), showSum(igst), showSum(total)]],
      )
      return [
        { name: 'sales-register', columns: registerColumns, isForTool: false, rows: register },
        { name: 'sales-by-document', columns: documentColumns, isForTool: false, rows: documents },
        { name: 'day-book', columns: dayColumns, isForTool: false, rows: dayRows },
      ]
    },
  }
}
