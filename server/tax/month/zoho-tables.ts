import { toIndianDay } from '#contract/kernel/indian-time.ts'
import { type Paise, paise, toRupees } from '#contract/kernel/money.ts'
import type { DocumentLine } from '#contract/tax/documents.ts'
import type { CsvCell } from '../../csv/write-csv.ts'
import { type BookedDocument, type MonthTable, toPercent } from './month-tables.ts'

/** The states by their codes under GST, as Zoho Books names them (its list "Valid codes for states and union territories"). */
const zohoStates: Readonly<Record<string, string>> = {
  ...{ '01': 'JK', '02': 'HP', '03': 'PB', '04': 'CH', '05': 'UK', '06': 'HR', '07': 'DL', '08': 'RJ', '09': 'UP', 10: 'BR', 11: 'SK' },
  ...{ 12: 'AR', 13: 'NL', 14: 'MN', 15: 'MZ', 16: 'TR', 17: 'ML', 18: 'AS', 19: 'WB', 20: 'JH', 21: 'OD', 22: 'CG', 23: 'MP', 24: 'GJ' },
  ...{ 26: 'DN', 27: 'MH', 29: 'KA', 30: 'GA', 31: 'LD', 32: 'KL', 33: 'TN', 34: 'PY', 35: 'AN', 36: 'TS', 37: 'AD', 38: 'LA', 97: 'OT' },
}

const buyerColumns = ['Customer Name', 'GST Treatment', 'GST Identification Number (GSTIN)', 'Place of Supply', 'Currency Code']
const lineColumns = [
  'Account',
  'Item Name',
  'Item Desc',
  'Item Type',
  'HSN/SAC',
  'Quantity',
  'Usage unit',
  'Item Price',
  'Is Inclusive Tax',
]
const taxColumns = ['Item Tax', 'Item Tax %', 'Item Tax Type', 'CGST', 'SGST', 'IGST', 'Item Total', 'Total']

const invoiceColumns = ['Invoice Number', 'Invoice Date', 'Invoice Status', 'PurchaseOrder', ...buyerColumns, ...lineColumns, ...taxColumns]
const creditNoteColumns = [
  ...['Credit Note Number', 'Credit Note Date', 'Credit Note Status', 'Associated Invoice Number', 'Associated Invoice Date', 'Reason'],
  ...['Reference#', ...buyerColumns, ...lineColumns, ...taxColumns],
]

/** How many, and what each costs without tax: one, where the amount cannot be divided into whole paise. */
function divideLine({ quantity, taxable }: DocumentLine): [quantity: number, price: Paise] {
  return quantity > 1 && taxable % quantity === 0 ? [quantity, paise(taxable / quantity)] : [1, taxable]
}

/** The tax as Zoho Books names it, such as GST5 and IGST18; empty without one. */
function nameTax({ rate }: DocumentLine, isInterState: boolean): string {
  return rate === 0 ? '' : `${isInterState ? 'IGST' : 'GST'}${toPercent(rate)}`
}

function toLineCells({ document, line }: { document: BookedDocument; line: DocumentLine }): CsvCell[] {
  const { supplier, placeOfSupply } = document
  const isInterState = supplier.stateCode !== placeOfSupply
  const [quantity, price] = divideLine(line)
  const { cgst, sgst, igst, taxable, total } = line
  const description = [`${line.quantity} × ${line.title}`, line.size].filter((part) => part !== null && part !== '').join(', ')
  return [
    ...['Sales', line.title, description, 'goods', line.hsnCode, quantity, 'pcs', toRupees(price), 'false'],
    ...[nameTax(line, isInterState), toPercent(line.rate), line.rate === 0 ? '' : isInterState ? 'Item Amount' : 'Tax Group'],
    ...[cgst, sgst, igst, taxable, total].map(toRupees),
  ]
}

function toBuyerCells({ buyer, placeOfSupply }: BookedDocument): CsvCell[] {
  const isBusiness = buyer.gstin !== null
  return [
    (isBusiness && buyer.businessName) || buyer.name,
    isBusiness ? 'business_registered_regular' : 'consumer',
    buyer.gstin ?? '',
    zohoStates[placeOfSupply] ?? '',
    'INR',
  ]
}

/** Invoices and credit notes as Zoho Books imports them: a row for each line. Amounts of credit notes are positive. */
export function createZohoTables() {
  const invoices: CsvCell[][] = []
  const creditNotes: CsvCell[][] = []
  return {
    add(document: BookedDocument): void {
      const { written, issuedAt, orderNumber, refersTo, reason } = document
      const day = toIndianDay(issuedAt)
      const buyer = toBuyerCells(document)
      for (const line of document.lines) {
        const cells = [...buyer, ...toLineCells({ document, line })]
        const credited = [refersTo?.written ?? '', refersTo ? toIndianDay(refersTo.issuedAt) : '', reason ?? '', orderNumber]
        if (document.kind === 'credit note') creditNotes.push([written, day, 'Open', ...credited, ...cells])
        else invoices.push([written, day, 'Sent', orderNumber, ...cells])
      }
    },
    list: (): MonthTable[] => [
      { name: 'zoho-invoices', columns: invoiceColumns, isForTool: false, rows: invoices },
      { name: 'zoho-credit-notes', columns: creditNoteColumns, isForTool: false, rows: creditNotes },
    ],
  }
}
