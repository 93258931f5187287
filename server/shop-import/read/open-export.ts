import { isUtf8 } from 'node:buffer'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { type Entry, fromRandomAccessReaderPromise, type ZipFile } from 'yauzl'
import { shopFileVersion } from '#contract/shop-export/shop-export-limits.ts'
import { shopImportLimits, shopImportTexts as texts } from '#contract/shop-import/shop-import-limits.ts'
import type { ImageStore } from '../../catalog/pictures/image-store.ts'
import { StoredFileReader } from './stored-file.ts'

/** A file that cannot be imported; the message is for the administrator. */
export class FileRefusedError extends Error {}

/** Bytes of the header before the name of an entry. */
const localHeaderBytes = 30

interface UploadedExport {
  readonly images: ImageStore
  /** of the import */
  readonly id: string
  readonly bytes: number
}

/** The files of an uploaded export. */
export interface OpenExport {
  /** names of files, such as `products.csv`, without the folder around them */
  readonly files: ReadonlySet<string>
  readonly pictureCount: number
  /** undefined for a file that is missing */
  readonly open: (name: string) => Promise<Readable | undefined>
  /** the JSON of a small file; undefined for a missing one. @throws FileRefusedError */
  readonly readJson: (name: string) => Promise<unknown>
  /** name and content of the pictures, one by one; `bytes` is undefined for one that is too large */
  readonly readPictures: (maxBytes: (name: string) => number) => AsyncGenerator<{ name: string; bytes: Buffer | undefined }>
  readonly close: () => void
}

/** The path of an entry. macOS writes UTF-8 without saying so, Windows may write backslashes, which yauzl turns into slashes. */
const readName = ({ fileName, fileNameRaw }: Entry): string =>
  (isUtf8(fileNameRaw) ? fileNameRaw.toString('utf8').replaceAll('\\', '/') : fileName).normalize('NFC')

/** Folders, and what macOS and Windows add to a zip file. */
const isIgnored = (name: string) => name.endsWith('/') || /(^|\/)(__MACOSX\/|\.|Thumbs\.db$|desktop\.ini$)/i.test(name)

const toRefusal = (error: unknown): unknown => {
  const { message = '' } = error as Error
  if (/^(absolute path|invalid relative path|invalid characters in fileName)/.test(message)) return new FileRefusedError(texts.path)
  // yauzl has only messages for what is wrong with a file.
  const isDamaged =
    /central directory|End of Central|local file header|signature|compress|header|unexpected|invalid|too many bytes|not enough bytes|CRC|zip/i
  return error instanceof FileRefusedError || !isDamaged.test(message) ? error : new FileRefusedError(texts.notZip)
}

const openZip = ({ images, id, bytes }: UploadedExport): Promise<ZipFile> =>
  fromRandomAccessReaderPromise(new StoredFileReader({ images, id }), bytes, { lazyEntries: true, autoClose: false }).catch((error) => {
    throw toRefusal(error)
  })

/**
 * Opens an uploaded export. Sizes are those that the zip file states, and yauzl ends an entry that is larger.
 * @throws FileRefusedError for a damaged file, a password, a path out of the folder, entries that overlap, and for what is too large
 */
export async function openExport(upload: UploadedExport): Promise<OpenExport> {
  const zip = await openZip(upload)
  try {
    const { entries, pictureCount, prefix } = await listEntries(zip)
    if (!entries.has('products.csv') && !entries.has('settings.json')) throw new FileRefusedError(texts.noExport)
    const open = async (name: string) => {
      const entry = entries.get(name)
      return entry && zip.openReadStreamPromise(entry)
    }
    const readJson = (name: string) => parseJson({ entry: entries.get(name), zip })
    const manifest = await readJson('manifest.json')
    const version = (manifest as { version?: unknown } | undefined)?.version ?? 0
    if (typeof version !== 'number' || version > shopFileVersion) throw new FileRefusedError(texts.newer)
    return {
      files: new Set(entries.keys()),
      pictureCount,
      open,
      readJson,
      readPictures: (maxBytes) => readPictures({ upload, prefix, maxBytes }),
      close: () => zip.close(),
    }
  } catch (error) {
    zip.close()
    throw toRefusal(error)
  }
}

async function listEntries(zip: ZipFile) {
  if (zip.entryCount > shopImportLimits.entries) throw new FileRefusedError(texts.tooManyFiles)
  const places: [start: number, end: number][] = []
  const files = new Map<string, Entry>()
  const folders = new Map<string, number>()
  let total = 0
  for await (const entry of zip.eachEntry()) {
    const start = entry.relativeOffsetOfLocalHeader
    places.push([start, start + localHeaderBytes + entry.fileNameLength + entry.compressedSize])
    total += entry.uncompressedSize
    if (total > shopImportLimits.unpackedBytes) throw new FileRefusedError(texts.unpackedTooLarge)
    if (entry.isEncrypted()) throw new FileRefusedError(texts.password)
    const name = readName(entry)
    if (isIgnored(name)) continue
    const picture = /^(.*\/)?pictures\/[^/]+$/.exec(name)
    if (picture) folders.set(picture[1] ?? '', (folders.get(picture[1] ?? '') ?? 0) + 1)
    else if (/\.(csv|json)$/.test(name)) files.set(name, entry)
  }
  refuseOverlaps(places)
  const prefix = findPrefix(files)
  const entries = new Map([...files].flatMap(([name, entry]) => (name.startsWith(prefix) ? [[name.slice(prefix.length), entry]] : [])))
  return { entries, prefix, pictureCount: folders.get(prefix) ?? 0 }
}

/** A small zip file whose entries have the same bytes would be unpacked many times. */
function refuseOverlaps(places: readonly [start: number, end: number][]): void {
  let last = 0
  for (const [start, end] of places.toSorted(([one], [other]) => one - other)) {
    if (start < last) throw new FileRefusedError(texts.overlap)
    last = end
  }
}

/** The folder of the export: who packs the files again packs the folder around them. */
function findPrefix(files: ReadonlyMap<string, Entry>): string {
  const prefixes = [...files.keys()].flatMap(
    (name) => /^(.*\/)?(products\.csv|settings\.json)$/.exec(name)?.[1] ?? (name.includes('/') ? [] : ['']),
  )
  return prefixes.toSorted((one, other) => one.length - other.length)[0] ?? ''
}

async function parseJson({ entry, zip }: { entry: Entry | undefined; zip: ZipFile }): Promise<unknown> {
  if (!entry) return undefined
  if (entry.uncompressedSize > shopImportLimits.jsonBytes) throw new FileRefusedError(texts.settings)
  const text = (await buffer(await zip.openReadStreamPromise(entry))).toString().replace(/^\uFEFF/, '')
  try {
    return JSON.parse(text)
  } catch {
    throw new FileRefusedError(texts.settings)
  }
}

/** Opens the file again: its entries are read while their contents are, so that no list of them is in memory. */
async function* readPictures({ upload, prefix, maxBytes }: { upload: UploadedExport; prefix: string; maxBytes: (name: string) => number }) {
  const zip = await openZip(upload)
  const folder = `${prefix}pictures/`
  try {
    for await (const entry of zip.eachEntry()) {
      const path = readName(entry)
      if (isIgnored(path) || !path.startsWith(folder)) continue
      const name = path.slice(folder.length)
      const isTooLarge = entry.uncompressedSize > maxBytes(name)
      yield { name, bytes: isTooLarge ? undefined : await buffer(await zip.openReadStreamPromise(entry)) }
    }
  } finally {
    zip.close()
  }
}
