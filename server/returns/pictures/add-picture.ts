import { createHash } from 'node:crypto'
import { returnLimits } from '#contract/kernel/limits/return-limits.ts'
import { isReturnOnItsWay } from '#contract/orders/return-states.ts'
import { normalisePhoto } from '../../catalog/pictures/normalise-image.ts'
import { claimKey, findStoredAnswer, type IdempotencyKey, storeAnswer } from '../../database/idempotency.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import { retryTransaction } from '../../database/retry.ts'
import type { Database, Transaction } from '../../database/schema.ts'
import { AppError } from '../../kernel/errors.ts'
import { lockReturn } from '../locked-return.ts'
import { listPictures } from '../read-pictures.ts'
import { findReturn, type ReturnRow } from '../read-returns.ts'

/** A return, limited to those of one order for its shopper, or a received item of a return for administrators. */
export interface PictureTarget {
  readonly id: string
  /** of the shopper; undefined for administrators */
  readonly orderId?: string | undefined
  /** the received item; undefined for photos of the shopper */
  readonly line?: number | undefined
}

/**
 * Whether a return takes another photo.
 * @throws AppError 404 for an unknown return or item, or one of another order.
 * @throws AppError 409 when it has enough of them, is received or settled, or is not about a fault.
 */
async function requireRoom({ database, target }: { database: Database; target: PictureTarget }): Promise<void> {
  const row = await findReturn({ database, id: target.id })
  if (target.orderId !== undefined && row.order_id !== target.orderId) throw new AppError('return_not_found')
  await checkRoom({ database, row, line: target.line })
}

async function checkRoom({ database, row, line }: { database: Database; row: ReturnRow; line: number | undefined }): Promise<void> {
  if (line === undefined) {
    if (!isReturnOnItsWay(row.state)) throw new AppError('return_pictures_closed')
    if (!row.is_fault) throw new AppError('return_pictures_of_faults')
  } else {
    if (!canPhotographReceived(row)) throw new AppError('return_step_not_possible')
    await requireLine({ database, returnId: row.id, line })
  }
  const pictures = await listPictures({ database, returnIds: [row.id] })
  const count = pictures.filter((picture) => picture.line === (line ?? null)).length
  if (count >= returnLimits.maxPictures) throw new AppError(line === undefined ? 'return_pictures_full' : 'return_item_pictures_full')
}

/** The shop photographs what is in front of it: before the receipt is recorded, or until the return is settled. */
const canPhotographReceived = ({ state }: ReturnRow): boolean =>
  state === 'accepted' || state === 'picked up' || state === 'received' || state === 'not received'

async function requireLine({ database, returnId, line }: { database: Database; returnId: string; line: number }): Promise<void> {
  await database
    .selectFrom('return_lines')
    .select('line')
    .where('return_id', '=', returnId)
    .where('line', '=', line)
    .executeTakeFirstOrThrow(() => new AppError('return_not_found'))
}

interface Upload extends PictureTarget {
  readonly upload: Buffer
  /** the same key adds one photo */
  readonly key: string | undefined
}

/** Adds a photo to a return. Throws as `requireRoom` and `normalisePhoto` do. */
export async function addPicture({ database, upload: { upload, key, ...target } }: { database: Database; upload: Upload }): Promise<void> {
  const { id, line } = target
  const body = { line, image: createHash('sha256').update(upload).digest('hex') }
  const claim = { scope: `return pictures ${id}`, key, body }
  if (await findStoredAnswer({ database, claim })) return
  // Checked again in the transaction: here, so that a photo too many is not decoded.
  await requireRoom({ database, target })
  const picture = await normalisePhoto(upload)
  await retryTransaction(() => database.transaction().execute((trx) => insertPicture({ trx, target, picture, claim })))
}

interface NewPicture {
  readonly trx: Transaction
  readonly target: PictureTarget
  readonly picture: Buffer
  readonly claim: IdempotencyKey
}

async function insertPicture({ trx, target: { id, orderId, line }, picture, claim }: NewPicture): Promise<void> {
  if (await claimKey({ trx, claim })) return
  const row = await lockReturn({ trx, id, orderId })
  await checkRoom({ database: trx, row, line })
  await trx
    .insertInto('return_pictures')
    .values({ return_id: id, line: line ?? null, picture })
    .execute()
  await storeAnswer({ trx, claim, answer: { id } })
}

/**
 * Deletes a photo: shoppers their own until the items are received, administrators any, also when somebody asks for the erasure.
 * @throws AppError 404 for an unknown photo. @throws AppError 409 for a shopper's photo of a return that is received.
 */
export async function deletePicture({
  database,
  pictureId,
  target: { id, orderId },
}: {
  database: Database
  pictureId: string
  target: PictureTarget
}): Promise<void> {
  await inTransaction(database, async (trx) => {
    const row = await lockReturn({ trx, id, orderId })
    const isByShopper = orderId !== undefined
    const picture = (await listPictures({ database: trx, returnIds: [id] })).find((each) => each.id === pictureId)
    if (!picture || (isByShopper && picture.line !== null)) throw new AppError('return_picture_not_found')
    if (isByShopper && !isReturnOnItsWay(row.state)) throw new AppError('return_pictures_closed')
    await trx.deleteFrom('return_pictures').where('id', '=', pictureId).execute()
  })
}
