import { sql } from 'kysely'
import { accountErrors } from '#contract/accounts/account-errors.ts'
import { accountMails } from '#contract/kernel/limits/account-limits.ts'
import { createRateLimit } from '../../database/rate-limit.ts'
import type { Database } from '../../database/schema.ts'
import { AppError } from '../../kernel/errors.ts'
import { queueAccountMail } from '../../mail/outbox.ts'
import type { AccountSecrets } from '../profile/account-secrets.ts'
import { isKnownDevice } from '../users/login-throttle.ts'
import type { UserRow } from '../users/repository.ts'

interface CodeCheck {
  readonly account: Pick<UserRow, 'id' | 'verified_email' | 'asks_email_code'>
  readonly deviceHash: Buffer
  readonly code: string | undefined
  /** whether every account with a verified address needs one, not only those that ask for it */
  readonly isRequired: boolean
}

/** Checks the code by email that a shopper may ask for on new devices, or that a common PIN needs while others try such PINs. */
export function createLoginCodes({
  database,
  secrets,
  requestMails,
}: {
  database: Database
  secrets: AccountSecrets
  requestMails: () => void
}) {
  const limit = createRateLimit({ name: 'login-codes', points: accountMails.codesPerDay, seconds: 86_400, database, factor: 1 })

  /** Queues a mail with a new code, unless the device has asked for one just now. */
  async function sendCode({ id: userId, to, deviceHash }: { id: string; to: string; deviceHash: Buffer }): Promise<void> {
    const renewed = { id: sql<string>`gen_random_uuid()`, attempts: 0, created_at: sql<Date>`clock_timestamp()` }
    const isOld = sql<boolean>`login_codes.created_at < clock_timestamp() - make_interval(secs => ${accountMails.codeIntervalSeconds})`
    await database.transaction().execute(async (trx) => {
      const row = await trx
        .insertInto('login_codes')
        .values({ user_id: userId, device_hash: deviceHash })
        .onConflict((conflict) => conflict.columns(['user_id', 'device_hash']).doUpdateSet(renewed).where(isOld))
        .returning('id')
        .executeTakeFirst()
      if (!row) return
      await limit.consume(userId)
      await queueAccountMail({ database: trx, mail: { kind: 'login code', to, codeId: row.id } })
    })
    requestMails()
  }

  /**
   * Returns whether a code was needed and right. Each works once and for a few tries. Throws `AppError`: 401 for a missing or wrong
   * one, and 429 when too many mails were sent.
   */
  return async function checkLoginCode({ account, deviceHash, code, isRequired }: CodeCheck): Promise<boolean> {
    const { id, verified_email: to, asks_email_code } = account
    if (to === null) return false
    if (!isRequired && (!asks_email_code || (await isKnownDevice({ database, userId: id, deviceHash })))) return false
    if (!code) {
      await sendCode({ id, to, deviceHash })
      throw new AppError('email_code_required')
    }
    const sent = await database
      .updateTable('login_codes')
      .set({ attempts: sql<number>`attempts + 1` })
      .where('user_id', '=', id)
      .where('device_hash', '=', deviceHash)
      .where('attempts', '<', accountMails.codeAttempts)
      .where('created_at', '>', sql<Date>`clock_timestamp() - make_interval(mins => ${accountMails.codeMinutes})`)
      .returning('id')
      .executeTakeFirst()
    const isRight = sent !== undefined && secrets.isCode({ id: sent.id, typed: code })
    const used = isRight && (await database.deleteFrom('login_codes').where('id', '=', sent.id).returning('id').executeTakeFirst())
    if (!used) throw new AppError('email_code_required', { fields: { code: accountErrors.email_code_wrong.text } })
    return true
  }
}

export type CheckLoginCode = ReturnType<typeof createLoginCodes>

/** Switches codes for new devices on or off. On forgets all other devices. Throws `AppError` (409) without a verified address. */
export async function setEmailCode({
  database,
  userId,
  deviceHash,
  isOn,
}: {
  database: Database
  userId: string
  deviceHash: Buffer
  isOn: boolean
}): Promise<void> {
  await database.transaction().execute(async (trx) => {
    const changed = await trx
      .updateTable('users')
      .set({ asks_email_code: isOn })
      .where('id', '=', userId)
      .where((where) => (isOn ? where('verified_email', 'is not', null) : where.lit(true)))
      .executeTakeFirst()
    if (changed.numUpdatedRows === 0n) throw new AppError('email_missing')
    if (isOn) await trx.deleteFrom('known_devices').where('user_id', '=', userId).where('token_hash', '!=', deviceHash).execute()
  })
}
