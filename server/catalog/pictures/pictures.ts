import type { Selectable } from 'kysely'
import { uploads } from '#contract/kernel/limits/uploads.ts'
import { countRows } from '../../database/count-rows.ts'
import { claimKey, type IdempotencyKey, storeAnswer } from '../../database/idempotency.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import { notDeleted } from '../../database/product-conditions.ts'
import type { Database, Tables, Transaction } from '../../database/schema.ts'
import { AppError } from '../../kernel/errors.ts'
import type { StoredImage } from '../product/insert-products.ts'
import { parseImageKey, setFocalPoint } from './focal-point.ts'

const pictureColumns = ['id', 'image_key', 'placeholder_color', 'alt', 'source'] as const
export type PictureRow = Pick<Selectable<Tables['product_pictures']>, (typeof pictureColumns)[number]>

/** The pictures of a product in their order. */
export function findPictures({ database, productId }: { database: Database; productId: string }): Promise<PictureRow[]> {
  return database.selectFrom('product_pictures').select(pictureColumns).where('product_id', '=', productId).orderBy('position').execute()
}

interface PictureUpload {
  readonly database: Database
  readonly productId: string
  readonly image: StoredImage
  readonly claim: IdempotencyKey
}

/**
 * Adds a picture as the last one. The same idempotency key adds it once.
 * @throws AppError 404 for an unknown product.
 * @throws AppError 409 when there are too many pictures.
 */
export async function addPicture({ database, productId, image, claim }: PictureUpload): Promise<void> {
  await inTransaction(database, async (trx) => {
    if (await claimKey({ trx, claim })) return
    await appendPicture({ trx, productId, image })
    await storeAnswer({ trx, claim, answer: { id: productId } })
  })
}

interface NewPicture {
  readonly trx: Transaction
  readonly productId: string
  readonly image: StoredImage
  readonly alt?: string
  /** where an import has found it */
  readonly source?: string
}

/** Adds a picture as the last one within a transaction. Throws as `addPicture` does. */
export async function appendPicture({ trx, productId, image, alt = '', source }: NewPicture): Promise<void> {
  await lockPictures({ trx, productId })
  const count = await countRows(trx.selectFrom('product_pictures').where('product_id', '=', productId))
  if (count >= uploads.maxPictures) throw new AppError('too_many_pictures')
  const { imageKey, placeholderColor } = image
  await trx
    .insertInto('product_pictures')
    .values({
      product_id: productId,
      position: count + 1,
      image_key: imageKey,
      placeholder_color: placeholderColor,
      alt,
      source: source ?? null,
    })
    .execute()
  await trx
    .updateTable('products')
    .set((eb) => ({ pictures_version: eb('pictures_version', '+', 1) }))
    .where('id', '=', productId)
    .execute()
}

interface PictureChange {
  readonly database: Database
  readonly productId: string
  /** the version of the pictures that the editor saw */
  readonly version: number
  /** the pictures as they shall be, in their order */
  readonly change: (pictures: readonly PictureRow[]) => readonly PictureRow[]
}

/**
 * Changes the pictures of a product.
 * @throws AppError 404 for an unknown product.
 * @throws AppError 409 when `version` is not the current one.
 */
export async function changePictures({ database, productId, version, change }: PictureChange): Promise<void> {
  await inTransaction(database, async (trx) => {
    if ((await lockPictures({ trx, productId })) !== version) throw new AppError('pictures_changed')
    const pictures = change(await findPictures({ database: trx, productId }))
    const [first] = pictures
    if (!first) throw new AppError('last_picture')
    await trx.deleteFrom('product_pictures').where('product_id', '=', productId).execute()
    await trx
      .insertInto('product_pictures')
      .values(pictures.map((picture, index) => ({ ...picture, product_id: productId, position: index + 1 })))
      .execute()
    await trx
      .updateTable('products')
      .set({ image_key: first.image_key, placeholder_color: first.placeholder_color, pictures_version: version + 1 })
      .where('id', '=', productId)
      .execute()
  })
}

/** Locks the product and returns the version of its pictures. Throws `AppError` (404). */
export async function lockPictures({ trx, productId }: { trx: Transaction; productId: string }): Promise<number> {
  const product = await trx
    .selectFrom('products')
    .select('pictures_version')
    .where('id', '=', productId)
    .where(notDeleted)
    .forUpdate()
    .executeTakeFirstOrThrow(() => new AppError('product_not_found'))
  return product.pictures_version
}

/** Puts pictures into the order of `ids`. Throws `AppError` (409) when these are not the ids of all pictures. */
export function sortPictures({ pictures, ids }: { pictures: readonly PictureRow[]; ids: readonly string[] }): PictureRow[] {
  const sorted = ids.flatMap((id) => pictures.find((picture) => picture.id === id) ?? [])
  if (sorted.length !== pictures.length || new Set(ids).size !== pictures.length) throw new AppError('pictures_changed')
  return sorted
}

interface PictureEdit {
  readonly alt?: string | undefined
  readonly focusX?: number | undefined
  readonly focusY?: number | undefined
}

/** Changes the text or the focal point of a picture. Throws `AppError` (404). */
export function editPicture({ pictures, id, edit }: { pictures: readonly PictureRow[]; id: string; edit: PictureEdit }): PictureRow[] {
  assertPicture({ pictures, id })
  return pictures.map((picture) => {
    if (picture.id !== id) return picture
    const { focus } = parseImageKey(picture.image_key)
    const moved = { x: edit.focusX ?? focus.x, y: edit.focusY ?? focus.y }
    return { ...picture, alt: edit.alt ?? picture.alt, image_key: setFocalPoint({ imageKey: picture.image_key, focus: moved }) }
  })
}

/** The pictures without one of them. Throws `AppError` (404). */
export function removePicture({ pictures, id }: { pictures: readonly PictureRow[]; id: string }): PictureRow[] {
  assertPicture({ pictures, id })
  return pictures.filter((picture) => picture.id !== id)
}

function assertPicture({ pictures, id }: { pictures: readonly PictureRow[]; id: string }): void {
  if (!pictures.some((picture) => picture.id === id)) throw new AppError('picture_not_found')
}
