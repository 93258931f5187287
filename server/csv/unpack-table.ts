import { buffer } from 'node:stream/consumers'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { importLimits } from '#contract/catalog-admin/import-fields.ts'
import { importTexts } from '#contract/catalog-admin/import-texts.ts'
import { AppError } from '../kernel/errors.ts'
import { refuseFile } from './decode-csv.ts'
import { type CsvCell, formatCsv } from './write-csv.ts'

const bytesPerMegabyte = 1024 * 1024

/** Both kinds of files begin with the signature of a zip file. */
const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4

const isTable = ({ fileName }: Entry): boolean => /\.(csv|tsv|txt)$/i.test(fileName) && !/(^|\/)(\.|__MACOSX\/)/.test(fileName)

/**
 * The CSV of a file: the one table of a zip file, as Shopify mails large exports, the first sheet of an Excel file, or the file itself.
 * @throws AppError 400 for a damaged file, one that is too large when it is unpacked, and a zip file with no table or several.
 */
export async function unpackTable(bytes: Uint8Array): Promise<Uint8Array> {
  if (!isZip(bytes)) return bytes
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    const file = await fromBufferPromise(content, { lazyEntries: true, autoClose: false })
    const entries = await listEntries(file)
    if (entries.some(({ fileName }) => fileName === 'xl/workbook.xml')) return await readFirstSheet(content)
    const [table, second] = entries.filter(isTable)
    if (!table || second) throw refuseFile(importTexts.zipTables)
    return await buffer(await file.openReadStreamPromise(table))
  } catch (error) {
    throw error instanceof AppError ? error : refuseFile(importTexts.zipInvalid)
  }
}

/** The sizes are those that the file states; yauzl ends an entry that is larger. */
async function listEntries(file: ZipFile): Promise<Entry[]> {
  if (file.entryCount > importLimits.zipFiles) throw refuseFile(importTexts.zipTooManyFiles)
  const entries: Entry[] = []
  for await (const entry of file.eachEntry()) entries.push(entry)
  const size = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0)
  if (size > importLimits.tableUnpackedMegabytes * bytesPerMegabyte) throw refuseFile(importTexts.csvTooLarge)
  return entries
}

/** Days are days, and numbers have the digits that Excel shows. */
const toCell = (value: unknown): CsvCell =>
  value instanceof Date ? value.toISOString().slice(0, 10) : value === null ? null : String(value)

/** Excel stores 1299.1 as 1299.0999999999999: a number has 15 digits. A longer one has lost some, and stays as it is. */
const formatNumber = (stored: string): string =>
  /[.e]/i.test(stored) && Math.abs(Number(stored)) < 1e15 ? String(Number(Number(stored).toPrecision(15))) : stored

async function readFirstSheet(content: Buffer): Promise<Buffer> {
  // Few requests have a workbook, and the package takes memory.
  const { readSheet } = await import('read-excel-file/node')
  const rows = await readSheet<string>(content, { parseNumber: formatNumber })
  const [columns = [], ...others] = rows.map((row) => row.map(toCell))
  return Buffer.from(formatCsv({ columns: columns.map((name) => String(name ?? '')), rows: others, hasMark: false }))
}
