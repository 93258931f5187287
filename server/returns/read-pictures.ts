import { isUuid } from '../database/is-uuid.ts'
import type { Database } from '../database/schema.ts'
import { AppError } from '../kernel/errors.ts'

/** The photos of returns without their pictures, the oldest first. */
export async function listPictures({ database, returnIds }: { database: Database; returnIds: readonly string[] }) {
  if (returnIds.length === 0) return []
  return database
    .selectFrom('return_pictures')
    .select(['id', 'return_id', 'line'])
    .where('return_id', 'in', returnIds)
    .orderBy('id')
    .execute()
}

export type PictureRow = Awaited<ReturnType<typeof listPictures>>[number]

interface PictureKey {
  readonly pictureId: string
  readonly returnId: string
  /** limits a shopper to the returns of one order */
  readonly orderId?: string
}

/** A photo as a WebP file. @throws AppError 404 for an unknown one, or one of another return or order. */
export async function readPicture({ database, pictureId, returnId, orderId }: PictureKey & { database: Database }): Promise<Buffer> {
  const found =
    isUuid(pictureId) && isUuid(returnId)
      ? await database
          .selectFrom('return_pictures')
          .innerJoin('returns', 'returns.id', 'return_id')
          .select(['picture', 'order_id'])
          .where('return_pictures.id', '=', pictureId)
          .where('return_id', '=', returnId)
          .executeTakeFirst()
      : undefined
  if (!found || (orderId !== undefined && found.order_id !== orderId)) throw new AppError('return_picture_not_found')
  return found.picture
}
