import { Readable } from 'node:stream'
import { type Options, stringify } from 'csv-stringify/sync'

/** A spreadsheet runs a cell that begins with one of these characters, also of full width, as a formula. */
const formula = /^'*[=+\-@\t\r＝＋－＠]/

/** A cell as text for a spreadsheet: an apostrophe keeps it from being a formula. */
const defuseFormula = (cell: string): string => (formula.test(cell) ? `'${cell}` : cell)

/** The cell as it was before `defuseFormula`. */
export const restoreFormula = (cell: string): string => (cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell)

export type CsvCell = string | number | null

interface CsvFile {
  readonly columns: readonly string[]
  /** rows that are in memory together */
  readonly parts: AsyncIterable<readonly (readonly CsvCell[])[]>
}

const formatRows = (rows: readonly (readonly CsvCell[])[], options?: Options) =>
  stringify(
    rows.map((row) => row.map((cell) => (typeof cell === 'string' ? defuseFormula(cell) : cell))),
    { record_delimiter: 'windows', quote_record_delimiter: true, ...options },
  )

/** A whole file. With the byte order mark spreadsheets read it as UTF-8. */
export const formatCsv = ({
  columns,
  rows,
  hasMark,
}: Pick<CsvFile, 'columns'> & { rows: readonly (readonly CsvCell[])[]; hasMark: boolean }): string =>
  formatRows([columns], { bom: hasMark }) + formatRows(rows)

async function* formatParts({ columns, parts }: CsvFile) {
  yield formatRows([columns], { bom: true })
  for await (const rows of parts) yield formatRows(rows)
}

/** A CSV file as spreadsheets read it: UTF-8 with a byte order mark, and without formulas. */
export const createCsvStream = (file: CsvFile): Readable => Readable.from(formatParts(file))
