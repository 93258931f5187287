import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { renderSVG } from 'uqr'
import { accountErrors } from '#contract/accounts/account-errors.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Database, Transaction } from '../../database/schema.ts'
import { decryptText, encryptText } from '../../kernel/encrypt-text.ts'
import { AppError } from '../../kernel/errors.ts'
import { hashToken } from './tokens.ts'

/** An administrator, and the key that encrypts the secrets of authenticator apps. */
interface FactorRequest {
  readonly database: Database
  readonly userId: string
  readonly key: Buffer
}

const recoveryCodeCount = 10
const recoveryCodeBytes = 10

/** White modules around a QR code, as its standard has it: scanners need them on a dark page. */
const quietModules = 4

/** The time step of a right code, which may be one step early or late; undefined for a wrong one. */
function findStep({ secret, code }: { secret: string; code: string }): number | undefined {
  const token = code.replace(/\s/g, '')
  // The library throws for other characters.
  if (!/^[0-9]{6}$/.test(token)) return undefined
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  const timestamp = Date.now()
  const delta = totp.validate({ token, window: 1, timestamp })
  return delta === null ? undefined : totp.counter({ timestamp }) + delta
}

/** Without case, spaces and hyphens. */
const hashRecoveryCode = (code: string): Buffer => hashToken(code.toUpperCase().replace(/[^A-Z0-9]/g, ''))

const generateRecoveryCode = (): string => new Secret({ size: recoveryCodeBytes }).base32.match(/.{4}/g)?.join('-') ?? ''

export async function readSecondFactor({ database, userId }: Omit<FactorRequest, 'key'>) {
  const factor = await database
    .selectFrom('second_factors')
    .select('confirmed_at')
    .select(({ selectFrom, fn }) =>
      selectFrom('recovery_codes')
        .whereRef('recovery_codes.user_id', '=', 'second_factors.user_id')
        .select(fn.countAll<number>().as('left'))
        .as('left'),
    )
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return { confirmedAt: factor?.confirmed_at?.toISOString() ?? null, recoveryCodesLeft: Number(factor?.left ?? 0) }
}

/**
 * Stores a new secret and returns it. While the second factor is on, the app in use works until the first code of the new one.
 *
 * @throws AppError 409 when another request switches the second factor on at the same time.
 */
export async function startSecondFactor({ database, userId, key, name, issuer }: FactorRequest & { name: string; issuer: string }) {
  const secret = new Secret().base32
  const encrypted_secret = encryptText({ key, context: userId, text: secret })
  const replaced = await database
    .updateTable('second_factors')
    .set({ next_encrypted_secret: encrypted_secret })
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .returning('user_id')
    .executeTakeFirst()
  const stored = replaced ?? (await storeFirstSecret({ database, userId, encrypted_secret }))
  if (!stored) throw new AppError('second_factor_exists')
  const uri = new TOTP({ secret: Secret.fromBase32(secret), issuer, label: name }).toString()
  return { secret, uri, qrCode: renderSVG(uri, { border: quietModules }) }
}

/** Undefined when the second factor is on. */
const storeFirstSecret = ({ database, userId, encrypted_secret }: { database: Database; userId: string; encrypted_secret: Buffer }) =>
  database
    .insertInto('second_factors')
    .values({ user_id: userId, encrypted_secret })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ encrypted_secret }).where('second_factors.confirmed_at', 'is', null))
    .returning('user_id')
    .executeTakeFirst()

/** Replaces the recovery codes, and returns the new ones. */
async function replaceRecoveryCodes({ trx, userId }: { trx: Transaction; userId: string }): Promise<string[]> {
  const recoveryCodes = Array.from({ length: recoveryCodeCount }, generateRecoveryCode)
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await trx
    .insertInto('recovery_codes')
    .values(recoveryCodes.map((recoveryCode) => ({ user_id: userId, code_hash: hashRecoveryCode(recoveryCode) })))
    .execute()
  return recoveryCodes
}

const lockFactor = ({ trx, userId }: { trx: Transaction; userId: string }) =>
  trx.selectFrom('second_factors').selectAll().where('user_id', '=', userId).forUpdate().executeTakeFirst()

/**
 * Switches the second factor on, or over to the new app, marks the session, ends the account's others and their notifications, and returns the recovery codes,
 * which are shown once.
 *
 * @throws AppError 400 for a wrong code.
 * @throws AppError 409 when nothing waits for a code.
 */
export async function confirmSecondFactor({
  database,
  userId,
  key,
  token,
  deviceHash,
  code,
}: FactorRequest & { token: string; deviceHash: Buffer; code: string }): Promise<string[]> {
  return inTransaction(database, async (trx) => {
    const factor = await lockFactor({ trx, userId })
    const encrypted_secret = factor?.confirmed_at ? factor.next_encrypted_secret : factor?.encrypted_secret
    if (!encrypted_secret) throw new AppError('second_factor_exists')
    const step = findStep({ secret: decryptText({ key, context: userId, bytes: encrypted_secret }), code })
    if (step === undefined) throw new AppError('second_factor_wrong', { field: 'code' })
    await trx
      .updateTable('second_factors')
      .set({ encrypted_secret, next_encrypted_secret: null, confirmed_at: sql<Date>`now()`, last_step: step })
      .where('user_id', '=', userId)
      .execute()
    const recoveryCodes = await replaceRecoveryCodes({ trx, userId })
    const tokenHash = hashToken(token)
    await trx.updateTable('sessions').set({ with_second_factor: true }).where('token_hash', '=', tokenHash).execute()
    await trx.deleteFrom('sessions').where('user_id', '=', userId).where('token_hash', '!=', tokenHash).execute()
    await trx.deleteFrom('push_devices').where('user_id', '=', userId).where('device_hash', '!=', deviceHash).execute()
    return recoveryCodes
  })
}

/**
 * Replaces the recovery codes of a second factor, and returns the new ones, which are shown once.
 *
 * @throws AppError 403 when the second factor is off.
 */
export async function renewRecoveryCodes({ database, userId }: Omit<FactorRequest, 'key'>): Promise<string[]> {
  return inTransaction(database, async (trx) => {
    const factor = await lockFactor({ trx, userId })
    if (!factor?.confirmed_at) throw new AppError('second_factor_missing')
    return replaceRecoveryCodes({ trx, userId })
  })
}

/**
 * Checks the second factor at sign-in: returns whether the account has one. Each code is accepted once. Throws `AppError` (401) for a
 * missing, wrong or used code.
 */
export async function checkSecondFactor({ database, userId, key, code }: FactorRequest & { code: string | undefined }): Promise<boolean> {
  const factor = await database
    .selectFrom('second_factors')
    .select('encrypted_secret')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  if (!factor) return false
  if (!code) throw new AppError('second_factor_required')
  const step = findStep({ secret: decryptText({ key, context: userId, bytes: factor.encrypted_secret }), code })
  const used =
    step === undefined
      ? await database
          .deleteFrom('recovery_codes')
          .where('user_id', '=', userId)
          .where('code_hash', '=', hashRecoveryCode(code))
          .returning('user_id')
          .execute()
      : await database
          .updateTable('second_factors')
          .set({ last_step: step })
          .where('user_id', '=', userId)
          .where('last_step', '<', step)
          .returning('user_id')
          .execute()
  if (used.length === 0) throw new AppError('second_factor_required', { fields: { code: accountErrors.second_factor_wrong.text } })
  return true
}
