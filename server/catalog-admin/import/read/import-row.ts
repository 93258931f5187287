import type { ImportField, ImportSource } from '#contract/catalog-admin/import-fields.ts'
import type { CsvRow } from '../../../csv/read-csv.ts'
import { decodeEntities } from './decode-entities.ts'

export type ImportCells = Readonly<Partial<Record<ImportField, string>>>

export interface ImportOption {
  /** such as Size */
  readonly name: string
  /** such as XL */
  readonly value: string
}

export interface ImportSale {
  /** rupees */
  readonly price: number
  readonly startsAt: Date
  readonly endsAt: Date
}

/** One line of a file by field; empty cells are left out. */
export interface ImportRow {
  readonly line: number
  readonly cells: ImportCells
  /** in pairs of columns, as WooCommerce has them: `values` are separated by commas */
  readonly attributes?: readonly { readonly name: string; readonly values: string }[]
  /** what distinguishes this line from the others of its product; the cells `option1Name` and so on without it */
  readonly options?: readonly ImportOption[]
  readonly sale?: ImportSale | undefined
  /** the regular price of a line whose price is that of a sale without an end */
  readonly formerPrice?: string | undefined
  /** what the import does differently from the file */
  readonly notes?: readonly string[]
  readonly error?: string | undefined
  readonly isCutOff?: boolean | undefined
  /** has characters that could not be read */
  readonly isDamaged?: boolean | undefined
}

/** Descriptions in HTML are decoded as such. */
const isMarkup = (field: ImportField | null, cell: string): boolean =>
  field === 'descriptionHtml' || field === 'shortDescription' || (field === 'description' && /<[a-z/]/i.test(cell))

/** Shopify puts an apostrophe before a number, so that spreadsheets keep all its digits. Line breaks are no part of a code. */
const cleanCode = (cell: string): string => cell.replace(/^'/, '').replace(/\s+/g, ' ').trim()

interface FileLine {
  readonly row: CsvRow
  readonly fields: readonly (ImportField | null)[]
  readonly source: ImportSource
}

/** A line of a file as its columns are chosen. */
export function toImportRow({ row, fields, source }: FileLine): ImportRow {
  const cells: Partial<Record<ImportField, string>> = {}
  const names: string[] = []
  const values: string[] = []
  for (const [index, field] of fields.entries()) {
    const text = row.cells[index] ?? ''
    // Before anything is split at its semicolons.
    const cell = source === 'own' || isMarkup(field, text) ? text : decodeEntities(text)
    if (field === 'attributeName') names.push(cell)
    else if (field === 'attributeValues') values.push(cell)
    else if (field !== null && cell !== '') cells[field] = field === 'barcode' || field === 'sku' ? cleanCode(cell) : cell
  }
  const attributes = names.flatMap((name, place) => (name === '' ? [] : [{ name, values: values[place] ?? '' }]))
  return {
    line: row.line,
    cells,
    ...(attributes.length > 0 && { attributes }),
    ...(row.isCutOff && { isCutOff: true }),
    ...(row.isDamaged && { isDamaged: true }),
  }
}
