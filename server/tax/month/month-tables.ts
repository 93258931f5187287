import { type Paise, paise, toRupees } from '#contract/kernel/money.ts'
import { type DocumentLine, documentTitles, type TaxDocument } from '#contract/tax/documents.ts'
import { findState } from '#contract/tax/states.ts'
import type { TaxAmounts } from '#contract/tax/tax-amounts.ts'
import type { CsvCell } from '../../csv/write-csv.ts'

/** A document as the tables of a month read it. */
export interface BookedDocument extends TaxDocument {
  /** of a credit note: the total of its invoice */
  readonly invoiceTotal: Paise | null
  readonly series: string
}

export interface MonthTable {
  readonly name: string
  readonly columns: readonly string[]
  /** GSTR-1's tool reads the first column by its name, to which a byte order mark would belong */
  readonly isForTool: boolean
  readonly rows: readonly (readonly CsvCell[])[]
}

/** Invoices to another state above this have a table of their own. */
const largeInvoice = paise(1_00_000_00)

const dayParts = new Intl.DateTimeFormat('en-US', { timeZone: 'Asia/Kolkata', day: '2-digit', month: 'short', year: 'numeric' })

/** A day as GSTR-1's tool reads it: 05-Nov-2026. */
export function formatToolDay(at: Date): string {
  const parts = new Map(dayParts.formatToParts(at).map(({ type, value }) => [type, value]))
  return `${parts.get('day')}-${parts.get('month')}-${parts.get('year')}`
}

/** A state as GSTR-1's tool names it: 01-Jammu & Kashmir. */
export const nameToolState = (code: string): string => `${code}-${(findState(code)?.name ?? '').replaceAll(' and ', ' & ')}`

/** Basis points as percent. */
export const toPercent = (rate: number): number => rate / 100

/** Amounts that are added up. */
export interface Sums {
  taxable: number
  cgst: number
  sgst: number
  igst: number
  total: number
  pieces: number
}

export const emptySums = (): Sums => ({ taxable: 0, cgst: 0, sgst: 0, igst: 0, total: 0, pieces: 0 })

interface Addition extends TaxAmounts {
  readonly total: Paise
  readonly pieces?: number
}

/** Adds amounts; those of credit notes are subtracted. */
export function addAmounts({ to, amounts, sign }: { to: Sums; amounts: Addition; sign: 1 | -1 }): void {
  for (const key of ['taxable', 'cgst', 'sgst', 'igst', 'total'] as const) to[key] += sign * amounts[key]
  to.pieces += sign * (amounts.pieces ?? 0)
}

/** Rupees of a sum in paise. */
export const showSum = (sum: number): number => toRupees(paise(sum))

export const signOf = ({ kind }: Pick<TaxDocument, 'kind'>): 1 | -1 => (kind === 'credit note' ? -1 : 1)

/** The sums of a document by rate. */
export function sumByRate(lines: readonly DocumentLine[]): Map<number, Sums> {
  const rates = new Map<number, Sums>()
  for (const line of lines) {
    const sums = rates.get(line.rate) ?? emptySums()
    addAmounts({ to: sums, amounts: { ...line, pieces: line.quantity * line.piecesPerUnit }, sign: 1 })
    rates.set(line.rate, sums)
  }
  return new Map([...rates].toSorted(([one], [other]) => one - other))
}

/** The table of GSTR-1 that a document belongs to. None of a bill of supply, which has no tax. */
export function findTable(document: BookedDocument): 'b2b' | 'b2cl' | 'b2cs' | 'cdnr' | 'cdnur' | undefined {
  const { kind, supplier, buyer, placeOfSupply, total, invoiceTotal } = document
  if (supplier.isComposition) return undefined
  const isNote = kind === 'credit note'
  if (buyer.gstin !== null) return isNote ? 'cdnr' : 'b2b'
  // A credit note belongs where its invoice does.
  const isLarge = supplier.stateCode !== placeOfSupply && (isNote ? (invoiceTotal ?? total) : total) > largeInvoice
  if (!isLarge) return 'b2cs'
  return isNote ? 'cdnur' : 'b2cl'
}

export const titleOf = ({ kind }: Pick<TaxDocument, 'kind'>): string => documentTitles[kind]
