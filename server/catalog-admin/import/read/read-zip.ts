import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl'
import { importLimits } from '#contract/catalog-admin/import-fields.ts'
import { importTexts } from '#contract/catalog-admin/import-texts.ts'
import { cutText } from '#contract/kernel/cut-text.ts'
import { uploads } from '#contract/kernel/limits/uploads.ts'
import { hasImageSignature, signatureBytes } from '../../../catalog/pictures/normalise-image.ts'
import { AppError } from '../../../kernel/errors.ts'

export interface ZipPicture {
  /** path in the zip, in lower case and with composed letters, which macOS writes apart */
  readonly name: string
  readonly hash: string
  /** empty when the file is no picture */
  readonly bytes: Buffer
}

const bytesPerMegabyte = 1024 * 1024
const isPicture = (name: string) => /\.(png|jpe?g|gif|webp)$/i.test(name) && !/(^|\/)(\.|__MACOSX\/)/.test(name)

/** The path of an entry. macOS writes UTF-8 without saying so. */
const readName = ({ fileName, fileNameRaw }: Entry): string =>
  (isUtf8(fileNameRaw) ? fileNameRaw.toString('utf8') : fileName).normalize('NFC').toLowerCase()

const refuse = (reason: string) => new AppError('file_refused', { reason, fields: { zip: reason } })

/** Reads parts of a file that stays on the disk. */
class BlobReader extends RandomAccessReader {
  readonly #blob: Blob
  constructor(blob: Blob) {
    super()
    this.#blob = blob
  }
  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.fromWeb(this.#blob.slice(start, end).stream() as never)
  }
}

/**
 * The files of a zip file that are called like pictures, one by one; others are ignored. All entries are checked before the first one is
 * unpacked: sizes are those that the zip file states, and yauzl ends an entry that is larger.
 *
 * @throws AppError 400 for a damaged file, a password, a path out of the folder, entries that overlap, and for what is too large when it
 * is unpacked.
 */
export async function* readZipPictures(zip: Blob): AsyncGenerator<ZipPicture> {
  const file = await fromRandomAccessReaderPromise(new BlobReader(zip), zip.size, { lazyEntries: true, autoClose: false }).catch(
    (error: unknown) => {
      throw toRefusal(error)
    },
  )
  try {
    for (const entry of await listPictures(file)) {
      const bytes = await readPicture(await file.openReadStreamPromise(entry))
      yield {
        name: readName(entry),
        hash: createHash('sha256').update(bytes).digest('hex').slice(0, 32),
        bytes,
      }
    }
  } catch (error) {
    throw toRefusal(error)
  } finally {
    file.close()
  }
}

async function listPictures(file: ZipFile): Promise<Entry[]> {
  if (file.entryCount > importLimits.zipFiles) throw refuse(importTexts.zipTooManyFiles)
  const entries: Entry[] = []
  let total = 0
  for await (const entry of file.eachEntry()) {
    entries.push(entry)
    total += entry.uncompressedSize
    if (total > importLimits.zipUnpackedMegabytes * bytesPerMegabyte) throw refuse(importTexts.zipUnpackedTooLarge)
  }
  checkOverlaps(entries)
  const pictures = entries.filter(({ fileName }) => isPicture(fileName))
  for (const entry of pictures) {
    if (entry.isEncrypted()) throw refuse(importTexts.zipEncrypted)
    if (entry.uncompressedSize > uploads.maxMegabytes * bytesPerMegabyte) throw refuse(importTexts.zipPictureTooLarge(entry.fileName))
  }
  return pictures
}

/** Bytes of the header before the name of an entry. */
const localHeaderBytes = 30

/** A small zip file whose entries have the same bytes would be unpacked many times. */
function checkOverlaps(entries: readonly Entry[]): void {
  let end = 0
  for (const entry of entries.toSorted((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader)) {
    if (entry.relativeOffsetOfLocalHeader < end) throw refuse(importTexts.zipOverlap)
    end = entry.relativeOffsetOfLocalHeader + localHeaderBytes + entry.fileNameLength + entry.compressedSize
  }
}

/** Empty for a file whose first bytes are not those of a picture; the rest of it is not unpacked. */
async function readPicture(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    const isSignatureComplete = length < signatureBytes && length + chunk.length >= signatureBytes
    length += chunk.length
    if (isSignatureComplete && !hasImageSignature(Buffer.concat(chunks))) return Buffer.alloc(0)
  }
  return length < signatureBytes ? Buffer.alloc(0) : Buffer.concat(chunks)
}

/** yauzl has only messages for what is wrong with a file. */
function toRefusal(error: unknown): AppError {
  if (error instanceof AppError) return error
  const [, path] = /^(?:absolute path|invalid relative path|invalid characters in fileName): (.*)/s.exec((error as Error).message) ?? []
  return refuse(path === undefined ? importTexts.zipInvalid : importTexts.zipPath(cutText(path, 100)))
}
