import { CsvError, parse } from 'csv-parse/sync'
import { delimiterLine } from '../csv/spreadsheet-rules.ts'
import { restoreFormula } from '../csv/write-csv.ts'
import { AppError } from '../kernel/errors.ts'
import { isOrderNumber } from '../orders/order/order-number.ts'

export interface CellLine {
  /** in the text, from 1 */
  readonly line: number
  readonly cells: readonly string[]
}

/** The first lines show what separates the cells: a file may begin with a title. */
const sampledLines = 20
const maxTitleRows = 10

/**
 * A paste from a spreadsheet has tabs; some exports have semicolons or pipes, so that amounts can have commas. Excel names another one in
 * the first line.
 */
export function findDelimiter(text: string): string {
  const named = delimiterLine.exec(text)?.[1]
  if (named !== undefined) return named
  const lines = text
    .slice(0, 20_000)
    .split('\n', sampledLines)
    .filter((line) => line.trim() !== '')
  return ['\t', ';', '|'].find((delimiter) => lines.filter((line) => line.includes(delimiter)).length * 2 > lines.length) ?? ','
}

/**
 * The cells of pasted or uploaded lines, without a header and empty lines. Throws `AppError` (400) for text that is not CSV, and for more
 * than `maxLines`.
 */
export function readCells({ text, maxLines }: { text: string; maxLines: number }): readonly CellLine[] {
  const rows = readRows({ text, maxRows: maxLines + maxTitleRows + 2 })
  const lines = rows.slice(countHeaderRows(rows))
  if (lines.length > maxLines) throw new AppError('too_many_lines', { maxLines })
  return lines
}

const countFilled = ({ cells }: CellLine): number => cells.filter((cell) => cell !== '').length

/** The rows up to the names of the columns, which can stand below a title of one cell. */
function countHeaderRows(rows: readonly CellLine[]): number {
  const belowTitle = rows.slice(0, maxTitleRows).findIndex((row) => countFilled(row) > 1)
  const header = [rows[belowTitle], rows[0]].find((row) => row && isHeader(row.cells))
  return header === undefined ? 0 : rows.indexOf(header) + 1
}

/** A header has no digits and no order number. */
export const isHeader = (cells: readonly string[]): boolean => !/\d/.test(cells.join('')) && !cells.some(isOrderNumber)

/** Far above the longest line of a list. */
const maxLineBytes = 20_000

/** The cells of the first `maxRows` lines that are not empty. Throws `AppError` (400) for text that is not CSV. */
export function readRows({ text, maxRows }: { text: string; maxRows: number }): readonly CellLine[] {
  const options = {
    bom: true,
    delimiter: findDelimiter(text),
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    trim: true,
  } as const
  const limits = { max_record_size: maxLineBytes, to: maxRows, skip_records_with_empty_values: true } as const
  try {
    const isNamed = delimiterLine.test(text)
    const rows = parse(text, { ...options, ...limits }) as unknown as { record: string[]; info: { lines: number } }[]
    return rows.slice(isNamed ? 1 : 0).map(({ record, info }) => ({ line: info.lines, cells: record.map(unwrapText) }))
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new AppError(error.code === 'CSV_MAX_RECORD_SIZE' ? 'line_too_long' : 'lines_unreadable')
  }
}

/** `="123"` and `'123` are how spreadsheets export a number as text. */
const unwrapText = (cell: string): string =>
  restoreFormula(cell)
    .replace(/^="([^"=]*)"$/, '$1')
    .replace(/^'(?=\d)/, '')
    .trim()
