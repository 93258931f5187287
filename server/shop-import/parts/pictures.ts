import { uploads } from '#contract/kernel/limits/uploads.ts'
import { type ImageStore, originalKey } from '../../catalog/pictures/image-store.ts'
import { loadSharp } from '../../catalog/pictures/load-sharp.ts'
import type { StoredImage } from '../../catalog/product/insert-products.ts'
import { storeVideo } from '../../shop-settings/videos/front-page-videos.ts'
import type { FileRow } from '../read/read-table.ts'
import { describeProblem, type ImportContext, type ImportPart, type ItemResult, LineProblem, saveBatches } from './import-part.ts'
import { readOptional } from './read-cells.ts'

const bytesPerMegabyte = 1024 * 1024

/** Originals are larger than uploads only when they are lossless. */
const maxBytes = (name: string): number => (isVideo(name) ? uploads.videoMaxMegabytes : uploads.maxMegabytes * 2) * bytesPerMegabyte

const isVideo = (name: string) => /^video-[0-9a-f]{16}\.(mp4|webm)$/.test(name)

/** Keys contain a hash of their picture, so that none is overwritten by another one. */
const imageKey = /^(?<key>[a-z0-9][a-z0-9-]{0,120})\.webp$/

/** Pictures, logos and videos. They come first, because the others name them. What is in the store stays as it is. */
export const picturesPart: ImportPart = {
  part: 'pictures',
  file: 'pictures',
  count: async ({ pictureCount }) => pictureCount,
  countHere: async () => 0,
  async *run(context, skip) {
    let line = 0
    yield* saveBatches({
      items: context.file.readPictures(maxBytes),
      skip,
      size: 20,
      save: async (pictures) => {
        const results: ItemResult[] = []
        for (const { name, bytes } of pictures) {
          line += 1
          results.push(await savePicture({ context, name, bytes, line: skip + line }))
        }
        return results
      },
    })
  },
}

interface NewPicture {
  readonly context: ImportContext
  readonly name: string
  readonly bytes: Buffer | undefined
  readonly line: number
}

async function savePicture({ context, name, bytes, line }: NewPicture): Promise<ItemResult> {
  const shown = { line, name: name.slice(0, 100) }
  try {
    if (bytes === undefined) throw new LineProblem('This file is too large.')
    const outcome = isVideo(name) ? await saveVideo({ context, name, bytes }) : await saveImage({ context, name, bytes })
    return { ...shown, outcome, reason: null }
  } catch (error) {
    return { ...shown, outcome: 'refused', reason: describeProblem({ ...context, error }) }
  }
}

type SavedFile = Omit<NewPicture, 'line' | 'bytes'> & { readonly bytes: Buffer }

async function saveImage({ context: { images }, name, bytes }: SavedFile): Promise<'new' | 'unchanged'> {
  const { key } = imageKey.exec(name)?.groups ?? {}
  if (key === undefined) throw new LineProblem('This is no picture of an export.')
  if (await hasPicture({ images, key })) return 'unchanged'
  await requireWebp(bytes)
  await images.write(originalKey(key), bytes)
  return 'new'
}

/** @throws LineProblem for what is no picture as the shop stores it */
async function requireWebp(bytes: Buffer): Promise<void> {
  const sharp = await loadSharp()
  const image = sharp(bytes, { limitInputPixels: uploads.maxMegapixels * 1_000_000 })
  const { format } = await image.metadata().catch(() => ({ format: undefined }))
  if (format !== 'webp') throw new LineProblem('This is no picture in the format WebP, as the export has them.')
}

async function saveVideo({ context: { images }, name, bytes }: SavedFile): Promise<'new' | 'unchanged'> {
  if (await hasPicture({ images, key: name.replace(/\.\w+$/, '') })) return 'unchanged'
  const path = await storeVideo({ images, upload: bytes })
  if (path !== `/videos/${name.replace('video-', '')}`) throw new LineProblem('This video was changed after the export.')
  return 'new'
}

export const hasPicture = async ({ images, key }: { images: ImageStore; key: string }): Promise<boolean> =>
  (await images.read(originalKey(key))) !== undefined

interface NamedPicture {
  readonly context: Pick<ImportContext, 'images'>
  readonly cells: FileRow['cells']
  /** headings */
  readonly key: string
  readonly colour: string
}

/** The picture that a line names; undefined for none. @throws LineProblem for one that neither the file nor the shop has */
export async function requirePicture({ context: { images }, cells, key, colour }: NamedPicture): Promise<StoredImage | undefined> {
  const name = readOptional(cells, key)
  if (name === null) return undefined
  const isKey = imageKey.test(`${name}.webp`)
  if (!isKey || !(await hasPicture({ images, key: name }))) throw new LineProblem(`The picture ${name.slice(0, 100)} is missing.`)
  const placeholderColor = readOptional(cells, colour) ?? ''
  return { imageKey: name, placeholderColor: /^#[0-9a-f]{6}$/i.test(placeholderColor) ? placeholderColor : '#e8e0d4' }
}
