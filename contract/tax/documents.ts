import type { Paise } from '../kernel/money.ts'
import type { TaxAmounts } from './tax-amounts.ts'

export const documentKinds = ['invoice', 'bill of supply', 'credit note'] as const
export type DocumentKind = (typeof documentKinds)[number]

/** What a document is called on paper and on screen. */
export const documentTitles: Readonly<Record<DocumentKind, string>> = {
  invoice: 'Tax invoice',
  'bill of supply': 'Bill of supply',
  'credit note': 'Credit note',
}

/** Who sells, as it was when the document was issued. */
export interface DocumentSupplier {
  readonly name: string
  readonly gstin: string
  readonly address: string
  readonly stateCode: string
  readonly phone: string
  readonly email: string
  /** who signs; may be empty */
  readonly signatory: string
  /** path of the picture of the signature; null without one */
  readonly signature: string | null
  /** a registration under the composition scheme, whose bills of supply have no tax */
  readonly isComposition: boolean
  /** of the numbers of its credit notes */
  readonly creditPrefix: string
}

/** Who buys, as it was when the document was issued. */
export interface DocumentBuyer {
  /** of the person */
  readonly name: string
  /** lines of the address with city, state and PIN code; a line break between them */
  readonly address: string
  readonly stateCode: string
  readonly pinCode: string
  /** of a business; null for a consumer */
  readonly gstin: string | null
  /** of a business with a GSTIN; may be empty */
  readonly businessName: string
}

/** A line of a document. A credit note has the lines of its invoice with what is credited of them; its amounts are positive. */
export interface DocumentLine extends TaxAmounts {
  /** the number of the order's line */
  readonly line: number
  readonly title: string
  readonly size: string | null
  readonly hsnCode: string
  /** 0 in a credit note that reduces a price and takes nothing back */
  readonly quantity: number
  /** pieces for the tax of one unit, such as 2 for a pack of two */
  readonly piecesPerUnit: number
  /** price × quantity, with tax */
  readonly gross: Paise
  /** share of the order's discounts, 0 or more, with tax */
  readonly discount: Paise
  /** in basis points: 500 is 5 %; 0 in a bill of supply */
  readonly rate: number
  /** what is paid: taxable value and taxes */
  readonly total: Paise
}

/** A tax document, as it is stored and printed. */
export interface TaxDocument extends TaxAmounts {
  readonly id: string
  readonly kind: DocumentKind
  /** the number on paper, such as LL/26-27/000123 */
  readonly written: string
  readonly issuedAt: Date
  readonly orderId: string
  readonly orderNumber: string
  /** the invoice of a credit note */
  readonly refersTo: { readonly id: string; readonly written: string; readonly issuedAt: Date } | null
  readonly supplier: DocumentSupplier
  readonly buyer: DocumentBuyer
  /** code of the state */
  readonly placeOfSupply: string
  readonly lines: readonly DocumentLine[]
  readonly total: Paise
  /** of a credit note */
  readonly reason: string | null
}

/** The financial year of India that a day belongs to, as documents name it: '26-27'. Years begin on 1 April, Indian time. */
export function findFinancialYear(at: Date): string {
  const [year = 0, month = 0] = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata', year: 'numeric', month: '2-digit' })
    .format(at)
    .split('-')
    .map(Number)
  const start = month >= 4 ? year : year - 1
  const twoDigits = (value: number) => String(value % 100).padStart(2, '0')
  return `${twoDigits(start)}-${twoDigits(start + 1)}`
}

/** The 30 November after the financial year of an invoice, up to whose end a credit note reduces its tax (section 34 of the CGST act). */
export function findCreditDeadline(invoiceIssuedAt: Date): { readonly end: Date; readonly label: string } {
  const [start = ''] = findFinancialYear(invoiceIssuedAt).split('-')
  const year = 2_000 + Number(start) + 1
  return { end: new Date(`${year}-12-01T00:00:00+05:30`), label: `30 November ${year}` }
}

/** The 30 November that had passed when an invoice was credited, or would be credited now. Undefined in time. */
export function findMissedDeadline({ invoiceIssuedAt, at = new Date() }: { invoiceIssuedAt: Date; at?: Date }): string | undefined {
  const { end, label } = findCreditDeadline(invoiceIssuedAt)
  return at >= end ? label : undefined
}

/** The number of a document on paper, such as LL/26-27/000123: at most 16 characters, as rule 46 of the CGST rules asks. */
export const writeDocumentNumber = ({ series, year, number }: { series: string; year: string; number: number }): string =>
  `${series}/${year}/${String(number).padStart(6, '0')}`
