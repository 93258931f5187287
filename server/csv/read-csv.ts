import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { CsvError, parse } from 'csv-parse'
import { importLimits } from '#contract/catalog-admin/import-fields.ts'
import { importTexts } from '#contract/catalog-admin/import-texts.ts'
import { cutText } from '#contract/kernel/cut-text.ts'
import { decodeCsv, refuseFile, replacement } from './decode-csv.ts'
import { delimiterLine } from './spreadsheet-rules.ts'
import { unpackTable } from './unpack-table.ts'
import { restoreFormula } from './write-csv.ts'

export interface CsvRow {
  /** the line in the file, counted from 1 */
  readonly line: number
  readonly cells: readonly string[]
  /** set for a line with characters that could not be read */
  readonly isDamaged?: boolean
  /** set for a last line that ends before its last column: the file was not saved to its end */
  readonly isCutOff?: boolean
}

const maxCellBytes = 1024 * 1024

/** Lines at the beginning of a file of which one names the columns; a title may stand above it. */
const maxHeaderLines = 10

const delimiters = [',', ';', '\t', '|']

/** What separates the cells: as the first line says, or its most frequent candidate outside of quotation marks. A title has few of them. */
function findDelimiter(text: string): string {
  const said = delimiterLine.exec(text)?.[1]
  if (said !== undefined) return said
  const lines = text.replace(/"[^"]*"/g, '').split(/[\r\n]+/, maxHeaderLines)
  const best = lines.map((line) =>
    delimiters.map((delimiter) => ({ delimiter, count: line.split(delimiter).length - 1 })).reduce((a, b) => (b.count > a.count ? b : a)),
  )
  const [first] = best
  const isTitle = first !== undefined && first.count < 2
  const below = best.find(({ count }) => count >= 2 && count > (first?.count ?? 0) * 2) ?? best.find(({ count }) => count > 0)
  const header = isTitle ? (below ?? first) : first
  return header === undefined || header.count === 0 ? ',' : header.delimiter
}

/** How many of the first rows are a title above the names of the columns: they have one or two cells, and others have far more. */
function countTitleRows(rows: readonly CsvRow[]): number {
  const filled = rows.map(({ cells }) => cells.filter((cell) => cell !== '').length)
  const most = Math.max(0, ...filled)
  const header = filled.findIndex((count) => count > 2 || (count * 2 >= most && (count > 1 || most === 1)))
  return Math.max(0, header)
}

/** The beginning of a file. */
const readStart = async (bytes: Uint8Array): Promise<string> => {
  for await (const text of decodeCsv(bytes)) return text.slice(0, 10_000)
  return ''
}

const endsWithLineEnd = (bytes: Uint8Array): boolean => bytes.subarray(-2).some((byte) => byte === 0x0a || byte === 0x0d)

/**
 * The lines of a CSV or Excel file one by one, the names of the columns first. A title above them is left out.
 * @throws AppError 400 for a file that is no table.
 */
export async function* readCsvRows(file: Uint8Array): AsyncGenerator<CsvRow> {
  const bytes = await unpackTable(file)
  const waiting: CsvRow[] = []
  let isOpen = true
  for await (const row of readAllRows(bytes)) {
    if (!isOpen) {
      yield row
      continue
    }
    waiting.push(row)
    if (waiting.length < maxHeaderLines) continue
    const titles = countTitleRows(waiting)
    yield* waiting.splice(0).slice(titles)
    isOpen = false
  }
  yield* waiting.slice(countTitleRows(waiting))
}

async function* readAllRows(bytes: Uint8Array): AsyncGenerator<CsvRow> {
  const start = await readStart(bytes)
  const parser = parse({
    bom: true,
    delimiter: findDelimiter(start),
    info: true,
    max_record_size: maxCellBytes,
    relax_column_count: true,
    // A quotation mark inside of a cell, as for inches, is a character: only a cell that begins with one is quoted.
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
  })
  // The loop throws the same error.
  pipeline(Readable.from(decodeCsv(bytes)), parser).catch(() => {})
  let line = 1
  let isFirst = delimiterLine.test(start)
  let columns: number | undefined
  let isComplete = true
  let last: CsvRow | undefined
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      line = info.lines - (record.join('').split('\n').length - 1)
      if (!isFirst) {
        if (last) yield last
        // The names of the columns, below a title, have the most cells.
        isComplete &&= last === undefined || last.cells.length === columns || columns === undefined
        columns = Math.max(columns ?? 0, record.length)
        const cells = record.map((cell) => restoreFormula(cell).trim())
        last = { line, cells, ...(cells.some((cell) => cell.includes(replacement)) && { isDamaged: true }) }
      }
      isFirst = false
      line = info.lines + 1
    }
  } catch (error) {
    if (error instanceof CsvError)
      throw refuseFile(importTexts.brokenCell(error.code === 'CSV_QUOTE_NOT_CLOSED' ? line : Number(error.lines ?? line)))
    throw error
  }
  if (!last) return
  // A file whose lines leave out their last empty cells says nothing about its last one.
  const isCutOff = isComplete && last.cells.length < (columns ?? 0) && !endsWithLineEnd(bytes)
  yield isCutOff ? { ...last, isCutOff } : last
}

export interface CsvSummary {
  readonly header: readonly string[]
  /** the first value of each column */
  readonly samples: readonly string[]
  /** without the names of the columns */
  readonly rowCount: number
}

/** Reads a whole file once. Throws `AppError` (400) for a file that cannot be imported. */
export async function summarizeCsv(bytes: Uint8Array): Promise<CsvSummary> {
  let header: readonly string[] | undefined
  let rowCount = 0
  const samples: string[] = []
  for await (const { cells } of readCsvRows(bytes)) {
    if (header === undefined) {
      header = cells
      if (header.length > importLimits.columns) throw refuseFile(importTexts.tooManyColumns)
      continue
    }
    rowCount += 1
    if (rowCount > importLimits.rows) throw refuseFile(importTexts.tooManyRows)
    for (const [index, cell] of cells.entries()) samples[index] ||= cutText(cell, 100)
  }
  if (header === undefined || rowCount === 0) throw refuseFile(importTexts.empty)
  return { header, samples: header.map((_, index) => samples[index] ?? ''), rowCount }
}
