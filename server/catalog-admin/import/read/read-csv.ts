import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import { CsvError, parse } from 'csv-parse'
import { importLimits } from '#contract/catalog-admin/import-fields.ts'
import { importTexts } from '#contract/catalog-admin/import-texts.ts'
import { restoreFormula } from '../../../csv.ts'
import { AppError } from '../../../errors.ts'

export interface CsvRow {
  /** the line in the file, counted from 1 */
  readonly line: number
  readonly cells: readonly string[]
}

const maxCellBytes = 1024 * 1024

const refuse = (reason: string) => new AppError('file_refused', { reason, fields: { file: reason } })

/** Other requests of this process run between two parts of a file. */
const partBytes = 16 * 1024

/** The text of a file in parts. Throws `AppError` (400) for one that is no text in UTF-8, or in the UTF-16 that Excel writes. */
async function* decodeParts(bytes: Uint8Array): AsyncGenerator<string> {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe
  const decoder = new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8', { fatal: true })
  const decode = (part: Uint8Array, isLast: boolean) => {
    try {
      return decoder.decode(part, { stream: !isLast })
    } catch {
      throw refuse(bytes.subarray(0, 1_000).includes(0) ? importTexts.notCsv : importTexts.encoding)
    }
  }
  // A carriage return waits for the part that may begin with its line feed.
  let waiting = ''
  for (let start = 0; start < bytes.length; start += partBytes) {
    const isLast = start + partBytes >= bytes.length
    const text = waiting + decode(bytes.subarray(start, start + partBytes), isLast)
    if (text.includes('\0')) throw refuse(importTexts.notCsv)
    waiting = !isLast && text.endsWith('\r') ? '\r' : ''
    // Lines are counted by their line feeds.
    yield text.slice(0, text.length - waiting.length).replace(/\r\n?/g, '\n')
    await setImmediate()
  }
}

/** What separates the cells: the most frequent candidate in the first line, outside of quotation marks. */
function findDelimiter(text: string): string {
  const [firstLine = ''] = text.replace(/"[^"]*"/g, '').split(/[\r\n]/, 1)
  const counts = [',', ';', '\t'].map((delimiter) => ({ delimiter, count: firstLine.split(delimiter).length }))
  return counts.toSorted((a, b) => b.count - a.count)[0]?.delimiter ?? ','
}

/** The delimiter of a file, by its first bytes. */
const findFileDelimiter = async (bytes: Uint8Array): Promise<string> => {
  for await (const text of decodeParts(bytes)) return findDelimiter(text.slice(0, 10_000))
  return ','
}

/** The lines of a CSV file one by one, the names of the columns first. Throws `AppError` (400) for a file that is no CSV. */
export async function* readCsvRows(bytes: Uint8Array): AsyncGenerator<CsvRow> {
  const parser = parse({
    bom: true,
    delimiter: await findFileDelimiter(bytes),
    info: true,
    max_record_size: maxCellBytes,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
  })
  // The loop throws the same error.
  pipeline(Readable.from(decodeParts(bytes)), parser).catch(() => {})
  let line = 1
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      line = info.lines - (record.join('').split('\n').length - 1)
      yield { line, cells: record.map((cell) => restoreFormula(cell).trim()) }
      line = info.lines + 1
    }
  } catch (error) {
    if (error instanceof CsvError) throw refuse(importTexts.brokenCell(Number(error.lines ?? line)))
    throw error
  }
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
      if (header.length > importLimits.columns) throw refuse(importTexts.tooManyColumns)
      continue
    }
    rowCount += 1
    if (rowCount > importLimits.rows) throw refuse(importTexts.tooManyRows)
    for (const [index, cell] of cells.entries()) samples[index] ||= cell.slice(0, 100)
  }
  if (header === undefined || rowCount === 0) throw refuse(importTexts.empty)
  return { header, samples: header.map((_, index) => samples[index] ?? ''), rowCount }
}
