import { inTransaction } from '../../database/in-transaction.ts'
import type { Database, Transaction } from '../../database/schema.ts'
import { AppError } from '../../kernel/errors.ts'
import { queueAccountMail } from '../../mail/outbox.ts'
import type { Pins } from '../pins/pins.ts'
import { type Credentials, generatePin } from './administrators.ts'

/** Tells the verified address of an account, if there is one, that the PIN was changed. */
export async function queuePinNotice({ trx, userId }: { trx: Transaction; userId: string }): Promise<void> {
  const { name, verified_email: to } = await trx
    .selectFrom('users')
    .select(['name', 'verified_email'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  if (to) await queueAccountMail({ database: trx, mail: { kind: 'pin changed', to, name } })
}

interface NewPin {
  readonly trx: Transaction
  readonly userId: string
  readonly pinHash: string
  readonly hasWeakPin: boolean
}

/** Sets a PIN without the former one: resets the counters, and deletes all sessions, known devices, links and codes. */
export async function replacePin({ trx, userId, pinHash, hasWeakPin }: NewPin): Promise<void> {
  const values = { pin_hash: pinHash, has_weak_pin: hasWeakPin, failed_attempts: 0, next_attempt_at: null }
  await trx.updateTable('users').set(values).where('id', '=', userId).execute()
  await trx.deleteFrom('sessions').where('user_id', '=', userId).execute()
  await trx.deleteFrom('known_devices').where('user_id', '=', userId).execute()
  await trx.deleteFrom('account_links').where('user_id', '=', userId).execute()
  await trx.deleteFrom('login_codes').where('user_id', '=', userId).execute()
  await queuePinNotice({ trx, userId })
}

/**
 * Gives a shopper a new PIN, and stops asking for codes by email, because the shopper may have lost the mailbox. Throws `AppError`:
 * 404, and 403 for an administrator, whose PIN is reset on the command line: a stolen session must not take over other administrators.
 */
export async function resetUserPin({ database, pins, id }: { database: Database; pins: Pins; id: string }): Promise<Credentials> {
  const pin = generatePin()
  const pinHash = await pins.hash(pin)
  return inTransaction(database, async (trx) => {
    const account = await trx.selectFrom('users').select(['name', 'role']).where('id', '=', id).forUpdate().executeTakeFirst()
    if (!account) throw new AppError('user_not_found')
    if (account.role === 'admin') throw new AppError('admin_pin_reset')
    await replacePin({ trx, userId: id, pinHash, hasWeakPin: false })
    await trx.updateTable('users').set({ asks_email_code: false }).where('id', '=', id).execute()
    return { name: account.name, pin }
  })
}
