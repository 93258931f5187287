import type { Database } from '../database/schema.ts'
import { AppError } from '../errors.ts'
import { type Credentials, generatePin } from './administrators.ts'
import type { Pins } from './pins.ts'

/**
 * Gives a shopper a new PIN, resets the counters, and deletes all sessions and known devices. Throws `AppError`: 404, and 403 for an
 * administrator, whose PIN is reset on the command line: a stolen session must not take over other administrators.
 */
export async function resetUserPin({ database, pins, id }: { database: Database; pins: Pins; id: string }): Promise<Credentials> {
  const pin = generatePin()
  const pinHash = await pins.hash(pin)
  return database.transaction().execute(async (trx) => {
    const account = await trx.selectFrom('users').select(['name', 'role']).where('id', '=', id).forUpdate().executeTakeFirst()
    if (!account) throw new AppError('user_not_found')
    if (account.role === 'admin') throw new AppError('admin_pin_reset')
    await trx.updateTable('users').set({ pin_hash: pinHash, failed_attempts: 0, next_attempt_at: null }).where('id', '=', id).execute()
    await trx.deleteFrom('sessions').where('user_id', '=', id).execute()
    await trx.deleteFrom('known_devices').where('user_id', '=', id).execute()
    return { name: account.name, pin }
  })
}
