import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { fromRandomAccessReaderPromise, RandomAccessReader } from 'yauzl'
import { importLimits } from '#contract/catalog-admin/import-fields.ts'
import { importTexts } from '#contract/catalog-admin/import-texts.ts'
import { uploads } from '#contract/limits/uploads.ts'
import { AppError } from '../../../errors.ts'

export interface ZipPicture {
  /** path in the zip, in lower case */
  readonly name: string
  readonly hash: string
  readonly bytes: Buffer
}

const bytesPerMegabyte = 1024 * 1024
const isPicture = (name: string) => /\.(png|jpe?g|gif|webp)$/i.test(name) && !/(^|\/)(\.|__MACOSX\/)/.test(name)

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
 * The pictures of a zip file one by one; other files in it are ignored. Throws `AppError` (400) for a damaged file, a password, a path
 * out of the folder, and for what is too large when it is unpacked: the sizes that the zip file states are checked first, and yauzl
 * ends an entry that is larger than its stated size.
 */
export async function* readZipPictures(zip: Blob): AsyncGenerator<ZipPicture> {
  const file = await fromRandomAccessReaderPromise(new BlobReader(zip), zip.size, { lazyEntries: true, autoClose: false }).catch(
    (error: unknown) => {
      throw toRefusal(error)
    },
  )
  try {
    if (file.entryCount > importLimits.zipFiles) throw refuse(importTexts.zipTooManyFiles)
    let total = 0
    for await (const entry of file.eachEntry()) {
      total += entry.uncompressedSize
      if (total > importLimits.zipUnpackedMegabytes * bytesPerMegabyte) throw refuse(importTexts.zipUnpackedTooLarge)
      if (!isPicture(entry.fileName)) continue
      if (entry.isEncrypted()) throw refuse(importTexts.zipEncrypted)
      if (entry.uncompressedSize > uploads.maxMegabytes * bytesPerMegabyte) throw refuse(importTexts.zipPictureTooLarge(entry.fileName))
      const bytes = await buffer(await file.openReadStreamPromise(entry))
      yield { name: entry.fileName.toLowerCase(), hash: createHash('sha256').update(bytes).digest('hex').slice(0, 32), bytes }
    }
  } catch (error) {
    throw toRefusal(error)
  } finally {
    file.close()
  }
}

/** yauzl has only messages for what is wrong with a file. */
function toRefusal(error: unknown): AppError {
  if (error instanceof AppError) return error
  const [, path] = /^(?:absolute path|invalid relative path|invalid characters in fileName): (.*)/s.exec((error as Error).message) ?? []
  return refuse(path === undefined ? importTexts.zipInvalid : importTexts.zipPath(path.slice(0, 100)))
}
