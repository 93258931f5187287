import { Readable } from 'node:stream'
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

/** Throws `AppError` (400) for a file that is no text in UTF-8, or in the UTF-16 that Excel writes. */
export function decodeCsv(bytes: Uint8Array): string {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe
  const text = decode({ bytes, encoding: isUtf16 ? 'utf-16le' : 'utf-8' })
  if (text === undefined) throw refuse(bytes.subarray(0, 1_000).includes(0) ? importTexts.notCsv : importTexts.encoding)
  if (text.includes('\0')) throw refuse(importTexts.notCsv)
  // Lines are counted by their line feeds.
  return text.replace(/\r\n?/g, '\n')
}

function decode({ bytes, encoding }: { bytes: Uint8Array; encoding: string }): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** What separates the cells: the most frequent candidate in the first line, outside of quotation marks. */
function findDelimiter(text: string): string {
  const [firstLine = ''] = text.replace(/"[^"]*"/g, '').split(/[\r\n]/, 1)
  const counts = [',', ';', '\t'].map((delimiter) => ({ delimiter, count: firstLine.split(delimiter).length }))
  return counts.toSorted((a, b) => b.count - a.count)[0]?.delimiter ?? ','
}

/** The lines of a CSV file one by one, the names of the columns first. Throws `AppError` (400) for a quotation mark in the wrong place. */
export async function* readCsvRows(text: string): AsyncGenerator<CsvRow> {
  const parser = Readable.from(splitText(text)).pipe(
    parse({
      bom: true,
      delimiter: findDelimiter(text.slice(0, 10_000)),
      info: true,
      max_record_size: maxCellBytes,
      relax_column_count: true,
      skip_empty_lines: true,
    }),
  )
  let line = 1
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      line = info.lines - (record.join('').split('\n').length - 1)
      const cells = record.map((cell) => restoreFormula(cell).trim())
      if (cells.some((cell) => cell !== '')) yield { line, cells }
      line = info.lines + 1
    }
  } catch (error) {
    if (error instanceof CsvError) throw refuse(importTexts.brokenCell(Number(error.lines ?? line)))
    throw error
  }
}

/** In parts, so that a large file does not block other requests. */
function* splitText(text: string): Generator<string> {
  const partLength = 64 * 1024
  for (let start = 0; start < text.length; start += partLength) yield text.slice(start, start + partLength)
}

export interface CsvSummary {
  readonly header: readonly string[]
  /** the first value of each column */
  readonly samples: readonly string[]
  /** without the names of the columns */
  readonly rowCount: number
}

/** Reads a whole file once. Throws `AppError` (400) for a file that cannot be imported. */
export async function summarizeCsv(text: string): Promise<CsvSummary> {
  let header: readonly string[] | undefined
  let rowCount = 0
  const samples: string[] = []
  for await (const { cells } of readCsvRows(text)) {
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
