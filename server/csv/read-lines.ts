import { tableTexts } from '#contract/kernel/table-texts.ts'
import { refuseFile } from './decode-csv.ts'
import { describeEncoding } from './decode-table.ts'
import { type CsvRow, readCsvRows } from './read-csv.ts'
import { unpackTable } from './unpack-table.ts'

interface LineReader<Columns, Line> {
  readonly file: Uint8Array
  readonly maxLines: number
  readonly texts: { readonly noLines: string; readonly tooManyLines: string }
  /** Finds the columns by their names. Throws for a file without them. */
  readonly findColumns: (header: readonly string[]) => Columns
  /** The entries of a line: usually one. */
  readonly parse: (row: CsvRow, columns: Columns) => readonly Line[]
}

/**
 * What the lines of a CSV or Excel file have below the names of the columns, and how the file was read.
 * @throws AppError 400 for a file that is no table, without the columns, without lines or with too many
 */
export async function readLines<Columns, Line>({ file, maxLines, texts, findColumns, parse }: LineReader<Columns, Line>) {
  const bytes = await unpackTable(file)
  const lines: Line[] = []
  let columns: Columns | undefined
  for await (const row of readCsvRows(bytes)) {
    if (columns === undefined) {
      columns = findColumns(row.cells)
      continue
    }
    lines.push(...parse(row, columns))
    if (lines.length > maxLines) throw refuseFile(texts.tooManyLines)
  }
  if (columns === undefined || lines.length === 0) throw refuseFile(texts.noLines)
  return { lines, columns, notes: describeEncoding(bytes) }
}

type Names<Field extends string> = Readonly<Record<Field, readonly string[]>>

const mapNames = <Field extends string, Value>(names: Names<Field>, find: (known: readonly string[]) => Value) =>
  Object.fromEntries(Object.entries<readonly string[]>(names).map(([field, known]) => [field, find(known)])) as Record<Field, Value>

const toKeys = (header: readonly string[]) => header.map((name) => name.trim().toLowerCase())

/** The column of each field, -1 without one: the first of the file with one of the names, which are in lower case. */
export function findFirstColumns<Field extends string>(header: readonly string[], names: Names<Field>): Record<Field, number> {
  const keys = toKeys(header)
  return mapNames(names, (known) => keys.findIndex((key) => known.includes(key)))
}

/** All columns of each field in the order of the names, which are in lower case. */
export function findAllColumns<Field extends string>(header: readonly string[], names: Names<Field>): Record<Field, number[]> {
  const keys = toKeys(header)
  return mapNames(names, (known) => known.map((name) => keys.indexOf(name)).filter((index) => index >= 0))
}

/** Why a line cannot be read, if so. */
export function findUnreadable({ line, isCutOff, isDamaged }: CsvRow): string | undefined {
  if (isCutOff) return tableTexts.lineCutOff(line)
  return isDamaged ? tableTexts.damagedLine : undefined
}
