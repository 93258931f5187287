import type { Database } from '../database/schema.ts'
import { AppError } from '../errors.ts'
import { type Credentials, drawPin } from './administrators.ts'
import type { Pins } from './pins.ts'

/**
 * Gives a shopper a new PIN: tries start again, no session and no known browser is left. An administrator is re-keyed on
 * the server itself, so that one stolen session does not become all of them. Throws `AppError`: 404, 403.
 */
export async function resetUserPin({ database, pins, id }: { database: Database; pins: Pins; id: string }): Promise<Credentials> {
  const pin = drawPin()
  const pinHash = await pins.hash(pin)
  return database.transaction().execute(async (trx) => {
    const account = await trx.selectFrom('users').select(['name', 'role']).where('id', '=', id).forUpdate().executeTakeFirst()
    if (!account) throw new AppError('user_not_found')
    if (account.role === 'admin') throw new AppError('admin_pin_reset')
    await trx.updateTable('users').set({ pin_hash: pinHash, failures: 0, next_try_at: null }).where('id', '=', id).execute()
    await trx.deleteFrom('sessions').where('user_id', '=', id).execute()
    await trx.deleteFrom('known_devices').where('user_id', '=', id).execute()
    return { name: account.name, pin }
  })
}
