import { setImmediate } from 'node:timers/promises'
import { importTexts } from '#contract/catalog-admin/import-texts.ts'
import { AppError } from '../kernel/errors.ts'
import { findEncoding } from './find-encoding.ts'

/** Other requests of this process run between two parts of a file. */
const partBytes = 16 * 1024

export const refuseFile = (reason: string) => new AppError('file_refused', { reason, fields: { file: reason } })

/** Stands for what cannot be read. */
export const replacement = '\ufffd'

/** Whether a part of a file is no text: a picture, for example. */
const isBroken = (text: string): boolean => text.split(replacement).length - 1 > text.length / 20

/** The text of a file in parts, with line feeds at the ends of its lines. Throws `AppError` (400) for one that is no text. */
export async function* decodeCsv(bytes: Uint8Array): AsyncGenerator<string> {
  const decoder = new TextDecoder(findEncoding(bytes))
  // A carriage return waits for the part that may begin with its line feed.
  let waiting = ''
  for (let start = 0; start < bytes.length; start += partBytes) {
    const isLast = start + partBytes >= bytes.length
    const text = waiting + decoder.decode(bytes.subarray(start, start + partBytes), { stream: !isLast })
    if (text.includes('\0') || isBroken(text)) throw refuseFile(importTexts.notCsv)
    waiting = !isLast && text.endsWith('\r') ? '\r' : ''
    // Lines are counted by their line feeds.
    yield text.slice(0, text.length - waiting.length).replace(/\r\n?/g, '\n')
    await setImmediate()
  }
}
