import { CsvError, parse } from 'csv-parse/sync'
import { AppError } from '../errors.ts'

interface CellLine {
  /** in the text, from 1 */
  readonly line: number
  readonly cells: readonly string[]
}

/** A paste from a spreadsheet has tabs; some exports have semicolons, so that amounts can have commas. */
function findDelimiter(text: string): string {
  const [firstLine = ''] = text.trimStart().split('\n', 1)
  return ['\t', ';'].find((delimiter) => firstLine.includes(delimiter)) ?? ','
}

/**
 * The cells of pasted or uploaded lines, without a header and empty lines. Throws `AppError` (400) for text that is not CSV, and for more
 * than `maxLines`.
 */
export function readCells({ text, maxLines }: { text: string; maxLines: number }): CellLine[] {
  const rows = parseRows(text).map(({ record, info }) => ({ line: info.lines, cells: record.map(unwrapText) }))
  const [first] = rows
  // A header has no digits.
  const lines = first && !/\d/.test(first.cells.join('')) ? rows.slice(1) : rows
  if (lines.length > maxLines) throw new AppError('too_many_lines', { maxLines })
  return lines
}

function parseRows(text: string): { record: string[]; info: { lines: number } }[] {
  const delimiter = findDelimiter(text)
  const options = { bom: true, delimiter, info: true, relax_column_count: true, relax_quotes: true, trim: true } as const
  try {
    return parse(text, { ...options, skip_records_with_empty_values: true }) as unknown as ReturnType<typeof parseRows>
  } catch (error) {
    throw error instanceof CsvError ? new AppError('lines_unreadable') : error
  }
}

/** `="123"` is how spreadsheets export a number as text. */
const unwrapText = (cell: string): string => cell.replace(/^="([^"=]*)"$/, '$1').trim()
