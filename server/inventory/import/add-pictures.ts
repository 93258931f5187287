import pLimit from 'p-limit'
import { centre } from '#contract/images.ts'
import { importTexts } from '#contract/import-texts.ts'
import type { Database, Transaction } from '../../database/schema.ts'
import { AppError } from '../../errors.ts'
import type { StoredImage } from '../../products/change-products.ts'
import { parseImageKey } from '../../products/focal-point.ts'
import type { ImageStore } from '../../products/image-store.ts'
import { appendPicture, findPictures, lockPictures } from '../../products/pictures.ts'
import { placeholderSource } from '../../products/placeholder-image.ts'
import { storeUpload } from '../../products/store-upload.ts'
import { toFileSource } from './plan-pictures.ts'

/** Loads a picture from the internet. Throws `PictureError` with a sentence for the administrator. */
export type FetchPicture = (url: string, options: { signal: AbortSignal }) => Promise<Buffer>

/** Why a picture could not be loaded. */
export class PictureError extends Error {
  override name = 'PictureError'
}

/** Products whose pictures are loaded at the same time; those of one product follow each other. */
const concurrency = 3

/** What a job needs to work on imports. */
export interface ImportWork {
  readonly database: Database
  readonly images: ImageStore
  readonly fetchPicture: FetchPicture
  readonly log: Parameters<typeof storeUpload>[0]['log']
  readonly signal: AbortSignal
  /** called when products have changed */
  readonly onProgress: () => void
}

type PictureWork = ImportWork & { readonly id: string }

/** Adds the pictures of the saved products of a running import. One that fails has the reason and does not stop the others. */
export async function addPictures(work: PictureWork): Promise<void> {
  const limit = pLimit(concurrency)
  const items = await selectWaiting(work).select('item').distinct().orderBy('item').execute()
  await Promise.all(items.map(({ item }) => limit(() => addPicturesOfItem({ ...work, item }))))
}

const selectWaiting = ({ database, id }: { database: Database; id: string }) =>
  database
    .selectFrom('product_import_pictures')
    .innerJoin('product_import_items as items', (join) =>
      join.onRef('items.import_id', '=', 'product_import_pictures.import_id').onRef('items.position', '=', 'item'),
    )
    .where('product_import_pictures.import_id', '=', id)
    .where('product_import_pictures.state', '=', 'waiting')
    .where('items.saved_at', 'is not', null)

type WaitingPicture = {
  readonly position: number
  readonly source: string
  readonly alt: string
  readonly product_id: string
  readonly name: string
}

async function addPicturesOfItem({ item, ...work }: PictureWork & { item: number }): Promise<void> {
  const pictures = await selectWaiting(work)
    .select(['product_import_pictures.position', 'source', 'alt', 'items.product_id', 'items.name'])
    .where('item', '=', item)
    .orderBy('product_import_pictures.position')
    .execute()
  for (const picture of pictures) {
    if (work.signal.aborted || !(await isRunning(work))) return
    if (picture.product_id === null) continue
    await addPicture({ ...work, item, picture: { ...picture, product_id: picture.product_id } })
    work.onProgress()
  }
}

async function isRunning({ database, id }: PictureWork): Promise<boolean> {
  const row = await database.selectFrom('product_imports').select('state').where('id', '=', id).executeTakeFirst()
  return row?.state === 'running'
}

async function addPicture({ item, picture, ...work }: PictureWork & { item: number; picture: WaitingPicture }): Promise<void> {
  const { database, id, images, log } = work
  try {
    const { bytes, source } = await loadPicture({ ...work, source: picture.source })
    const image = await storeUpload({ images, name: picture.name, upload: bytes, focus: centre, log })
    await database.transaction().execute(async (trx) => {
      if (!(await settlePicture({ trx, id, item, position: picture.position, state: 'added' }))) return
      await placePicture({ trx, productId: picture.product_id, image, alt: picture.alt, source })
    })
  } catch (error) {
    if (work.signal.aborted) return
    if (!(error instanceof AppError) && !(error instanceof PictureError)) throw error
    const text = importTexts.pictureFailed(picture.source, error.message)
    await settlePicture({ trx: database, id, item, position: picture.position, state: 'failed', error: text })
  }
}

async function loadPicture({
  database,
  id,
  fetchPicture,
  source,
  signal,
}: PictureWork & { source: string }): Promise<{ bytes: Buffer; source: string }> {
  if (/^https:/i.test(source)) return { bytes: await fetchPicture(source, { signal }), source }
  const file = await database
    .selectFrom('product_import_files')
    .select(['name', 'hash', 'bytes'])
    .where('import_id', '=', id)
    .where('name', '=', source)
    .executeTakeFirst()
  if (!file) throw new PictureError(importTexts.pictureNotInZip(source))
  return { bytes: file.bytes, source: toFileSource(file) }
}

/** Adds a picture to a product, in the place of the picture that stands for a missing one. The same image is not added twice. */
async function placePicture({
  trx,
  productId,
  image,
  alt,
  source,
}: {
  trx: Transaction
  productId: string
  image: StoredImage
  alt: string
  source: string
}) {
  await lockPictures({ trx, productId })
  const pictures = await findPictures({ database: trx, productId })
  if (pictures.some(({ image_key }) => parseImageKey(image_key).original === parseImageKey(image.imageKey).original)) return
  const placeholder = pictures.find((picture) => picture.source === placeholderSource)
  if (!placeholder) return appendPicture({ trx, productId, image, alt, source })
  const isFirst = pictures[0]?.id === placeholder.id
  const values = { image_key: image.imageKey, placeholder_color: image.placeholderColor }
  await trx
    .updateTable('product_pictures')
    .set({ ...values, alt, source })
    .where('id', '=', placeholder.id)
    .execute()
  await trx
    .updateTable('products')
    .set((eb) => ({ ...(isFirst && values), pictures_version: eb('pictures_version', '+', 1) }))
    .where('id', '=', productId)
    .execute()
}

interface SettledPicture {
  readonly trx: Database
  readonly id: string
  readonly item: number
  readonly position: number
  readonly state: 'added' | 'failed'
  readonly error?: string
}

/** False when another server has settled it. A failure is shown with the warnings of its product. */
async function settlePicture({ trx, id, item, position, state, error }: SettledPicture): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('product_import_pictures')
    .set({ state, error: error ?? null })
    .where('import_id', '=', id)
    .where('item', '=', item)
    .where('position', '=', position)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) return false
  if (error !== undefined) {
    await trx
      .updateTable('product_import_items')
      .set((eb) => ({ warnings: eb.fn<string[]>('array_append', ['warnings', eb.val(error)]) }))
      .where('import_id', '=', id)
      .where('position', '=', item)
      .execute()
  }
  return true
}
