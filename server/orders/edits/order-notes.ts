import type { AdminOrderDetail } from '#contract/orders/admin-orders.ts'
import { claimKey, type IdempotencyKey, storeAnswer } from '../../database/idempotency.ts'
import { isUuid } from '../../database/is-uuid.ts'
import type { Database } from '../../database/schema.ts'
import { AppError } from '../../kernel/errors.ts'
import { recordEvent } from '../order/order-events.ts'

interface NewNote {
  readonly orderId: string
  readonly text: string
  readonly authorId: string
  readonly claim: IdempotencyKey
}

/** Adds a private note to an order. The same idempotency key adds it once. Throws `AppError` (404) for an unknown order. */
export async function addNote({ database, note }: { database: Database; note: NewNote }): Promise<void> {
  const { orderId, text, authorId, claim } = note
  if (!isUuid(orderId)) throw new AppError('not_found')
  await database.transaction().execute(async (trx) => {
    if (await claimKey({ trx, claim })) return
    const order = await trx.selectFrom('orders').select('id').where('id', '=', orderId).executeTakeFirst()
    if (!order) throw new AppError('not_found')
    await trx.insertInto('order_notes').values({ order_id: orderId, author_id: authorId, text }).execute()
    await storeAnswer({ trx, claim, answer: { id: orderId } })
  })
}

/**
 * Deletes a note of an order by any author: it may contain personal data that must be erased. The history keeps who has
 * deleted it. Throws `AppError` (404) when there is no such note.
 */
export async function deleteNote({ database, ...note }: { database: Database; orderId: string; noteId: string; actorId: string }) {
  const { orderId, noteId, actorId } = note
  if (!isUuid(orderId) || !isUuid(noteId)) throw new AppError('note_not_found')
  await database.transaction().execute(async (trx) => {
    const deleted = trx.deleteFrom('order_notes').where('id', '=', noteId).where('order_id', '=', orderId)
    if (!(await deleted.returning('id').executeTakeFirst())) throw new AppError('note_not_found')
    await recordEvent({ trx, orderId, event: 'Note deleted', actor: 'admin', actorId, internal: true })
  })
}

/** The private notes of an order, newest first. */
export async function listNotes({ database, orderId }: { database: Database; orderId: string }): Promise<AdminOrderDetail['notes']> {
  const rows = await database
    .selectFrom('order_notes')
    .leftJoin('users', 'users.id', 'author_id')
    .select(['order_notes.id', 'text', 'users.name as author', 'written_at'])
    .where('order_id', '=', orderId)
    .orderBy('order_notes.id', 'desc')
    .execute()
  return rows.map(({ id, text, author, written_at }) => ({ _id: id, text, author, writtenAt: written_at.toISOString() }))
}
