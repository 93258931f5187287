import type { ImportField } from '#contract/catalog-admin/import-fields.ts'
import type { CsvRow } from './read-csv.ts'

export type ImportCells = Readonly<Partial<Record<ImportField, string>>>

export interface ImportOption {
  /** such as Size */
  readonly name: string
  /** such as XL */
  readonly value: string
}

export interface ImportSale {
  readonly price: string
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
  /** what the import does differently from the file */
  readonly notes?: readonly string[]
  readonly error?: string | undefined
  readonly isCutOff?: boolean | undefined
}

/** A line of a file as its columns are chosen. */
export function toImportRow({ row, fields }: { row: CsvRow; fields: readonly (ImportField | null)[] }): ImportRow {
  const cells: Partial<Record<ImportField, string>> = {}
  const names: string[] = []
  const values: string[] = []
  for (const [index, field] of fields.entries()) {
    const cell = row.cells[index] ?? ''
    if (field === 'attributeName') names.push(cell)
    else if (field === 'attributeValues') values.push(cell)
    // Shopify puts an apostrophe before a number, so that spreadsheets keep all its digits.
    else if (field !== null && cell !== '') cells[field] = field === 'barcode' || field === 'sku' ? cell.replace(/^'/, '') : cell
  }
  const attributes = names.flatMap((name, place) => (name === '' ? [] : [{ name, values: values[place] ?? '' }]))
  return {
    line: row.line,
    cells,
    ...(attributes.length > 0 && { attributes }),
    ...(row.isCutOff && { isCutOff: true }),
  }
}
