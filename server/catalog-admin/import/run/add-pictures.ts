import pLimit from 'p-limit'
import { centre } from '#contract/catalog/pictures/images.ts'
import { importTexts } from '#contract/catalog-admin/import-texts.ts'
import { parseImageKey } from '../../../catalog/pictures/focal-point.ts'
import { appendPicture, findPictures, lockPictures } from '../../../catalog/pictures/pictures.ts'
import { placeholderSource } from '../../../catalog/pictures/placeholder-image.ts'
import { storeUpload } from '../../../catalog/pictures/store-upload.ts'
import type { StoredImage } from '../../../catalog/product/insert-products.ts'
import type { Database, Transaction } from '../../../database/schema.ts'
import { AppError } from '../../../kernel/errors.ts'
import { toFileSource } from '../plan/plan-pictures.ts'
import { type ImportRun, selectRun } from './import-run.ts'
import { logFault } from './record-fault.ts'

/** Why a picture could not be loaded. */
export class PictureError extends Error {
  override name = 'PictureError'
}

/** Products whose pictures are loaded at the same time; those of one product follow each other. */
const concurrency = 3

/** Adds the pictures of the saved products of a running import. One that fails has the reason and does not stop the others. */
export async function addPictures(work: ImportRun): Promise<void> {
  const limit = pLimit(concurrency)
  const items = await selectWaiting(work).select('item').distinct().orderBy('item').execute()
  await Promise.all(items.map(({ item }) => limit(() => addPicturesOfItem({ ...work, item }))))
}

/** The pictures of saved products that are not loaded yet. */
export const selectWaiting = ({ database, id }: { database: Database; id: string }) =>
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

async function addPicturesOfItem({ item, ...work }: ImportRun & { item: number }): Promise<void> {
  const pictures = await selectWaiting(work)
    .select(['product_import_pictures.position', 'source', 'alt', 'items.product_id', 'items.name'])
    .where('item', '=', item)
    .orderBy('product_import_pictures.position')
    .execute()
  for (const picture of pictures) {
    if (work.signal.aborted || !(await selectRun(work).executeTakeFirst())) return
    if (picture.product_id === null) continue
    await addPicture({ ...work, item, picture: { ...picture, product_id: picture.product_id } })
    work.onProgress()
  }
}

async function addPicture({ item, picture, ...work }: ImportRun & { item: number; picture: WaitingPicture }): Promise<void> {
  const { database, id, version, images, log } = work
  try {
    const { bytes, source } = await loadPicture({ ...work, source: picture.source })
    const image = await storeUpload({ images, name: picture.name, upload: bytes, focus: centre, log })
    await database.transaction().execute(async (trx) => {
      if (!(await completePicture({ trx, id, version, item, position: picture.position, state: 'added' }))) return
      await placePicture({ trx, productId: picture.product_id, image, alt: picture.alt, source })
    })
  } catch (error) {
    if (work.signal.aborted) return
    const isExpected = error instanceof AppError || error instanceof PictureError
    const reason = isExpected ? error.message : importTexts.faultOfPicture(logFault({ error, id, log }))
    const text = importTexts.pictureFailed(picture.source, reason)
    await completePicture({ trx: database, id, version, item, position: picture.position, state: 'failed', error: text })
  }
}

async function loadPicture({
  database,
  id,
  fetchPicture,
  source,
  signal,
}: ImportRun & { source: string }): Promise<{ bytes: Buffer; source: string }> {
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

interface CompletedPicture {
  readonly trx: Database
  readonly id: string
  readonly version: number
  readonly item: number
  readonly position: number
  readonly state: 'added' | 'failed'
  readonly error?: string
}

/** Records the result of a picture. False when another server has recorded one. A failure is shown with the warnings of its product. */
async function completePicture({ trx, id, version, item, position, state, error }: CompletedPicture): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('product_import_pictures')
    .set({ state, error: error ?? null })
    .where('import_id', '=', id)
    .where('item', '=', item)
    .where('position', '=', position)
    .where('state', '=', 'waiting')
    .where((eb) => eb.exists(selectRun({ database: trx, id, version })))
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
