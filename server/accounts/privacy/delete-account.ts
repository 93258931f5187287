import { sql } from 'kysely'
import { retention } from '#contract/kernel/limits/retention.ts'
import { retryTransaction } from '../../database/retry.ts'
import type { Database, Transaction } from '../../database/schema.ts'
import { AppError } from '../../kernel/errors.ts'
import { forEachSettled } from '../../kernel/for-each-settled.ts'
import { hashToken } from '../sessions/tokens.ts'
import { hashNames } from '../users/repository.ts'
import { closeErasureRequests, recordDataRequest } from './data-requests.ts'
import { deleteEvents } from './events-of-person.ts'
import { deleteImportedDetails } from './imported-details.ts'
import { deleteOrderDrafts } from './order-drafts.ts'
import { deleteReturnPictures } from './return-pictures-of-person.ts'
import { deleteShopperNotes } from './shopper-notes.ts'
import { deleteSettledTickets } from './tickets-of-person.ts'

/** For so long a deletion waits for a card payment in progress. */
const maxPaymentWaitDays = 30

/** Schedules the deletion of a shopper's account and signs it out everywhere. Returns when it is due. */
export async function requestDeletion({ database, userId }: { database: Database; userId: string }): Promise<Date> {
  return database.transaction().execute(async (trx) => {
    const account = await trx
      .updateTable('users')
      .set({ deletion_due_at: sql<Date>`now() + make_interval(days => ${retention.deletionGraceDays})` })
      .where('id', '=', userId)
      .where('role', '=', 'user')
      // Another tab may have asked already.
      .where('deletion_due_at', 'is', null)
      .returning('deletion_due_at')
      .executeTakeFirst()
    if (!account?.deletion_due_at) throw new AppError('not_signed_in')
    await trx.deleteFrom('sessions').where('user_id', '=', userId).execute()
    await recordDataRequest({ database: trx, userId, kind: 'erasure' })
    return account.deletion_due_at
  })
}

/**
 * Cancels a scheduled deletion because the shopper has signed in. Returns whether there was one. The session must still exist: a
 * deletion that was requested after it began has ended it.
 */
export async function cancelDeletion({ database, userId, token }: { database: Database; userId: string; token: string }): Promise<boolean> {
  const cancelled = await database
    .updateTable('users')
    .set({ deletion_due_at: null })
    .where('id', '=', userId)
    .where('deletion_due_at', 'is not', null)
    .where((eb) => eb.exists(eb.selectFrom('sessions').select('id').where('token_hash', '=', hashToken(token))))
    .executeTakeFirst()
  if (cancelled.numUpdatedRows === 0n) return false
  await closeErasureRequests({ database, userId, note: 'Cancelled: the shopper has signed in again.' })
  return true
}

/** Deletes the accounts whose time has come, also when some fail, and throws their errors together. */
export async function deleteDueAccounts({ database, signal }: { database: Database; signal: AbortSignal }): Promise<void> {
  const due = await database
    .selectFrom('users')
    .select('id')
    .where('deletion_due_at', '<=', sql<Date>`now()`)
    .where('role', '=', 'user')
    .orderBy('deletion_due_at')
    .execute()
  const remove = ({ id }: (typeof due)[number]) =>
    retryTransaction(() => database.transaction().execute((trx) => deleteAccount({ trx, userId: id })))
  await forEachSettled(due, remove, signal)
}

/**
 * Deletes one account, unless the shopper has signed in meanwhile or a card payment is in progress. Its foreign keys delete or detach
 * the rows of other tables (personal-data.ts): orders and payments stay for the books and go on like those of guests.
 */
async function deleteAccount({ trx, userId }: { trx: Transaction; userId: string }): Promise<void> {
  const account = await trx
    .selectFrom('users')
    .select(['name', 'verified_email'])
    .where('id', '=', userId)
    .where('role', '=', 'user')
    .where('deletion_due_at', '<=', sql<Date>`now()`)
    .forUpdate()
    .executeTakeFirst()
  // In the order of all locks: shopper, payments, orders.
  const payments = await trx
    .selectFrom('payments')
    .select(
      sql<boolean>`order_id is null and (hold_released_at is null or next_check_at is not null)
        and created_at > now() - make_interval(days => ${maxPaymentWaitDays})`.as('isInProgress'),
    )
    .where('user_id', '=', userId)
    .orderBy('id')
    .forUpdate()
    .execute()
  if (!account || payments.some(({ isInProgress }) => isInProgress)) return
  await trx
    .insertInto('retired_names')
    .values(hashNames(account.name).map((skeleton_hash) => ({ skeleton_hash })))
    .onConflict((conflict) => conflict.column('skeleton_hash').doUpdateSet({ retired_at: sql<Date>`now()` }))
    .execute()
  const contacts = await readContacts({ trx, userId, email: account.verified_email })
  await deleteImportedDetails({ database: trx, ...contacts })
  await deleteOrderDrafts({ database: trx, userId, ...contacts })
  await deleteSettledTickets({ database: trx, userId, emails: contacts.emails })
  await deleteReturnPictures({ trx, userId })
  await deleteShopperNotes({ database: trx, userId, phones: [], emails: [] })
  await closeErasureRequests({ database: trx, userId, note: 'The account was deleted.' })
  await deleteEvents({ database: trx, userId, phones: [], emails: contacts.emails })
  await trx.deleteFrom('users').where('id', '=', userId).execute()
}

/** The verified email of an account and the phones of its orders. */
async function readContacts({ trx, userId, email }: { trx: Transaction; userId: string; email: string | null }) {
  const { rows } = await sql<{ phone: string }>`
    select distinct right(regexp_replace(delivery_address ->> 'phone', '\\D', '', 'g'), 10) as phone from orders where user_id = ${userId}
  `.execute(trx)
  return { phones: rows.map(({ phone }) => phone), emails: email === null ? [] : [email] }
}
