import { sql, type Transaction } from 'kysely'
import type { Tables } from '../database/schema.ts'

/** Seconds until the next try: doubled each time, from the first to the longest. A message is never given up. */
const waits = { first: 30, longest: 3_600 } as const

export interface QueuedMessage {
  readonly name: string
  readonly replyTo: string
  readonly orderNumber: string | undefined
  readonly message: string
}

export async function queueMessage({ trx, queued }: { trx: Transaction<Tables>; queued: QueuedMessage }): Promise<void> {
  const { name, replyTo, orderNumber, message } = queued
  await trx
    .insertInto('contact_messages')
    .values({ name, reply_to: replyTo, order_number: orderNumber || null, message })
    .execute()
}

/** The next message that is due, locked until the transaction ends; one that another server is sending is passed over. */
export async function takeDueMessage({ trx }: { trx: Transaction<Tables> }) {
  return trx
    .selectFrom('contact_messages')
    .selectAll()
    .where('due_at', '<=', sql<Date>`clock_timestamp()`)
    .orderBy('due_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
}

export type DueMessage = NonNullable<Awaited<ReturnType<typeof takeDueMessage>>>

/** After the hand-over nothing of it stays here: the shop's mailbox has it. */
export async function dropMessage({ trx, id }: { trx: Transaction<Tables>; id: string }): Promise<void> {
  await trx.deleteFrom('contact_messages').where('id', '=', id).execute()
}

export async function putOffMessage({ trx, due: { id, attempts } }: { trx: Transaction<Tables>; due: DueMessage }): Promise<void> {
  const wait = Math.min(waits.longest, waits.first * 2 ** Math.min(attempts, 16))
  await trx
    .updateTable('contact_messages')
    .set({ attempts: attempts + 1, due_at: sql<Date>`clock_timestamp() + make_interval(secs => ${wait})` })
    .where('id', '=', id)
    .execute()
}
