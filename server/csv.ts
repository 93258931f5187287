import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify'

/** A spreadsheet runs a cell that begins with one of these characters as a formula. */
const formula = /^'*[=+\-@\t\r]/

/** A cell as text for a spreadsheet: an apostrophe keeps it from being a formula. */
export const defuseFormula = (cell: string): string => (formula.test(cell) ? `'${cell}` : cell)

/** The cell as it was before `defuseFormula`. */
export const restoreFormula = (cell: string): string => (cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell)

interface CsvFile {
  readonly columns: readonly string[]
  readonly rows: AsyncIterable<readonly string[]>
}

/** A CSV file as spreadsheets read it: UTF-8 with a byte order mark, and without formulas. */
export function createCsvStream({ columns, rows }: CsvFile): Readable {
  async function* defused() {
    for await (const row of rows) yield row.map(defuseFormula)
  }
  const source = Readable.from(defused())
  // By itself the library quotes only cells with the line end of the file.
  const csv = stringify({ bom: true, header: true, columns: [...columns], record_delimiter: 'windows', quoted_match: /[\r\n]/ })
  source.on('error', (error) => csv.destroy(error))
  csv.on('close', () => source.destroy())
  return source.pipe(csv)
}
