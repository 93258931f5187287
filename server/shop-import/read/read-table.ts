import { pipeline } from 'node:stream/promises'
import { CsvError, parse } from 'csv-parse'
import { importLimits } from '#contract/catalog-admin/import-fields.ts'
import { shopImportTexts as texts } from '#contract/shop-import/shop-import-limits.ts'
import { restoreFormula } from '../../csv/write-csv.ts'
import { FileRefusedError, type OpenExport } from './open-export.ts'

/** A line of a CSV file of the export. */
export interface FileRow {
  readonly line: number
  /** by the heading */
  readonly cells: Readonly<Record<string, string>>
}

const maxCellBytes = 1024 * 1024

/**
 * The lines of a CSV file of the export one by one, also of one that a spreadsheet program has saved again. Nothing for a missing file.
 * @throws FileRefusedError for a file that is no table in UTF-8
 */
export async function* readTable({ file, name }: { file: OpenExport; name: string }): AsyncGenerator<FileRow> {
  const stream = await file.open(name)
  if (!stream) return
  const chunks = checkEncoding({ chunks: stream, name })
  const { value: start = Buffer.alloc(0) } = await chunks.next()
  const parser = parse({
    bom: true,
    delimiter: findDelimiter(start.toString()),
    info: true,
    max_record_size: maxCellBytes,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
  })
  // The loop throws the same error.
  pipeline(async function* () {
    yield start
    yield* chunks
  }, parser).catch(() => {})
  let line = 0
  let header: readonly string[] | undefined
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      line = info.lines
      if (header === undefined) {
        if (record.length > importLimits.columns) throw new FileRefusedError(texts.columns(name, ''))
        header = record.map((heading) => heading.trim())
        continue
      }
      const breaks = record.join('').split('\n').length - 1
      yield {
        line: line - breaks,
        cells: Object.fromEntries(header.map((heading, index) => [heading, restoreFormula(record[index] ?? '')])),
      }
    }
  } catch (error) {
    throw error instanceof CsvError ? new FileRefusedError(texts.table(name, line + 1)) : error
  }
}

/** What separates the headings: spreadsheet programs may write a semicolon or a tab in place of the comma. */
function findDelimiter(start: string): string {
  const [header = ''] = start.split(/[\r\n]/, 1)
  const count = (delimiter: string) => header.split(delimiter).length
  return [',', ';', '\t'].reduce((best, other) => (count(other) > count(best) ? other : best))
}

/** Passes on what is UTF-8: a name in another encoding would be stored damaged. */
async function* checkEncoding({ chunks, name }: { chunks: AsyncIterable<Buffer>; name: string }): AsyncGenerator<Buffer, undefined> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  for await (const chunk of chunks) {
    try {
      decoder.decode(chunk, { stream: true })
    } catch {
      throw new FileRefusedError(texts.encoding(name))
    }
    yield chunk
  }
  return undefined
}

/** Consecutive lines with the same value in a column, as the lines of a product or an order are. */
export async function* groupRows({ rows, by }: { rows: AsyncIterable<FileRow>; by: string | undefined }): AsyncGenerator<FileRow[]> {
  let group: FileRow[] = []
  for await (const row of rows) {
    const [first] = group
    if (first && (by === undefined || first.cells[by] !== row.cells[by])) {
      yield group
      group = []
    }
    group.push(row)
  }
  if (group.length > 0) yield group
}
