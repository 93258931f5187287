import { importTexts } from '#contract/catalog-admin/import-texts.ts'
import { decodeCsv, refuseFile } from './decode-csv.ts'
import { findEncoding } from './find-encoding.ts'
import { unpackTable } from './unpack-table.ts'

const encodingNames = { 'utf-16le': 'UTF-16', 'utf-16be': 'UTF-16', 'windows-1252': 'Windows-1252, as older spreadsheets save it' } as const

/** A sentence about the encoding of a file that is not UTF-8. `bytes` are those of `unpackTable`. */
export function describeEncoding(bytes: Uint8Array): string[] {
  const encoding = findEncoding(bytes)
  return encoding === 'utf-8' ? [] : [importTexts.encoding(encodingNames[encoding])]
}

export interface DecodedTable {
  /** CSV with line feeds */
  readonly text: string
  /** how the file was read */
  readonly notes: string[]
}

/**
 * The text of a CSV or Excel file, or of a zip file with one CSV file.
 * @throws AppError 400 for a file that is no table, and for more than `maxLength` characters.
 */
export async function decodeTable({ file, maxLength }: { file: Uint8Array; maxLength: number }): Promise<DecodedTable> {
  const bytes = await unpackTable(file)
  const parts: string[] = []
  let length = 0
  for await (const part of decodeCsv(bytes)) {
    length += part.length
    if (length > maxLength) throw refuseFile(importTexts.tableTooLong)
    parts.push(part)
  }
  return { text: parts.join(''), notes: describeEncoding(bytes) }
}
