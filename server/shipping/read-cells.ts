import { CsvError, parse } from 'csv-parse/sync'
import { restoreFormula } from '../csv.ts'
import { AppError } from '../errors.ts'

export interface CellLine {
  /** in the text, from 1 */
  readonly line: number
  readonly cells: readonly string[]
}

/** The first lines show what separates the cells: a file may begin with a title. */
const sampledLines = 20

/** A paste from a spreadsheet has tabs; some exports have semicolons, so that amounts can have commas. */
export function findDelimiter(text: string): string {
  const lines = text
    .slice(0, 20_000)
    .split('\n', sampledLines)
    .filter((line) => line.trim() !== '')
  return ['\t', ';'].find((delimiter) => lines.filter((line) => line.includes(delimiter)).length * 2 > lines.length) ?? ','
}

/**
 * The cells of pasted or uploaded lines, without a header and empty lines. Throws `AppError` (400) for text that is not CSV, and for more
 * than `maxLines`.
 */
export function readCells({ text, maxLines }: { text: string; maxLines: number }): readonly CellLine[] {
  const rows = readRows({ text, maxRows: maxLines + 2 })
  const [first] = rows
  const lines = first && isHeader(first.cells) ? rows.slice(1) : rows
  if (lines.length > maxLines) throw new AppError('too_many_lines', { maxLines })
  return lines
}

/** A header has no digits. */
export const isHeader = (cells: readonly string[]): boolean => !/\d/.test(cells.join(''))

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
    const rows = parse(text, { ...options, ...limits }) as unknown as { record: string[]; info: { lines: number } }[]
    return rows.map(({ record, info }) => ({ line: info.lines, cells: record.map(unwrapText) }))
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
