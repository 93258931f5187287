import { isUtf8 } from 'node:buffer'
import { setImmediate } from 'node:timers/promises'
import { importTexts } from '#contract/catalog-admin/import-texts.ts'
import { AppError } from '../../../errors.ts'

/** Other requests of this process run between two parts of a file. */
const partBytes = 16 * 1024

export const refuseFile = (reason: string) => new AppError('file_refused', { reason, fields: { file: reason } })

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/** The encoding by the byte order mark, or by the first bytes of a file without one. What is not UTF-8 is that of old spreadsheets. */
function findEncoding(bytes: Uint8Array): Encoding {
  const [first, second] = bytes
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le'
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0)) return 'utf-16be'
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252'
}

/** The text of a file in parts, with line feeds at the ends of its lines. Throws `AppError` (400) for one that is no text. */
export async function* decodeCsv(bytes: Uint8Array): AsyncGenerator<string> {
  const decoder = new TextDecoder(findEncoding(bytes), { fatal: true })
  const decode = (part: Uint8Array, isLast: boolean) => {
    try {
      return decoder.decode(part, { stream: !isLast })
    } catch {
      throw refuseFile(importTexts.notCsv)
    }
  }
  // A carriage return waits for the part that may begin with its line feed.
  let waiting = ''
  for (let start = 0; start < bytes.length; start += partBytes) {
    const isLast = start + partBytes >= bytes.length
    const text = waiting + decode(bytes.subarray(start, start + partBytes), isLast)
    if (text.includes('\0')) throw refuseFile(importTexts.notCsv)
    waiting = !isLast && text.endsWith('\r') ? '\r' : ''
    // Lines are counted by their line feeds.
    yield text.slice(0, text.length - waiting.length).replace(/\r\n?/g, '\n')
    await setImmediate()
  }
}
