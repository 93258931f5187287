import { sql } from 'kysely'
import type { ShopperSession } from '#contract/accounts/account.ts'
import { isWeakPin } from '#contract/accounts/weak-pins.ts'
import type { Database } from '../../database/schema.ts'
import { AppError } from '../../kernel/errors.ts'
import { type CurrentPin, checkCurrentPin } from '../pins/current-pin.ts'
import { findPinError } from '../pins/pins.ts'
import { describeDevice, describePlace } from '../sessions/describe-session.ts'
import { hashToken } from '../sessions/tokens.ts'
import { queuePinNotice } from '../sign-in/reset-pin.ts'
import { readEmail } from './email-verification.ts'

/** A signed-in shopper in one browser. */
interface AccountRequest {
  readonly database: Database
  readonly userId: string
  /** of the session that makes the request */
  readonly token: string
}

export async function readAccount({ database, userId, token }: AccountRequest) {
  const account = await database.selectFrom('users').select('has_weak_pin').where('id', '=', userId).executeTakeFirstOrThrow()
  const sessions = await database
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'time_zone', 'created_at', 'last_seen_at', 'token_hash'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('last_seen_at', 'desc')
    .limit(100)
    .execute()
  const current = hashToken(token)
  return {
    hasWeakPin: account.has_weak_pin ?? false,
    ...(await readEmail({ database, userId })),
    sessions: sessions.map(
      (session): ShopperSession => ({
        _id: session.id,
        device: describeDevice(session.user_agent),
        place: describePlace(session.time_zone),
        createdAt: session.created_at.toISOString(),
        lastSeenAt: session.last_seen_at.toISOString(),
        isCurrent: session.token_hash.equals(current),
      }),
    ),
  }
}

/**
 * Replaces the PIN, ends all other sessions, and forgets all other devices and links that reset the PIN. Throws `AppError`: 403 for a wrong current PIN, which
 * counts like one at sign-in, 400 for an invalid new one, and 429.
 */
export async function changePin({
  database,
  userId,
  token,
  deviceHash,
  pins,
  currentPin,
  newPin,
  minLength = 0,
}: AccountRequest & CurrentPin & { newPin: string; minLength?: number | undefined }): Promise<void> {
  const isTooShort = [...newPin].length < minLength
  const code =
    findPinError(newPin) ?? (isTooShort ? 'admin_pin_too_short' : undefined) ?? (newPin === currentPin ? 'pin_unchanged' : undefined)
  if (code) throw new AppError(code, { field: 'newPin' })
  const account = await checkCurrentPin({ database, pins, userId, deviceHash, currentPin })
  const pinHash = await pins.hash(newPin)
  await database.transaction().execute(async (trx) => {
    const changed = await trx
      .updateTable('users')
      .set({ pin_hash: pinHash, has_weak_pin: isWeakPin({ pin: newPin, name: account.name }) })
      .where('id', '=', userId)
      // Not over a PIN that was reset or changed meanwhile.
      .where('pin_hash', '=', account.pin_hash)
      .executeTakeFirst()
    if (changed.numUpdatedRows === 0n) throw new AppError('pin_wrong')
    await trx.deleteFrom('sessions').where('user_id', '=', userId).where('token_hash', '!=', hashToken(token)).execute()
    await trx.deleteFrom('known_devices').where('user_id', '=', userId).where('token_hash', '!=', deviceHash).execute()
    await trx.deleteFrom('account_links').where('user_id', '=', userId).where('purpose', '=', 'reset pin').execute()
    await queuePinNotice({ trx, userId })
  })
}

/** Ends one session of the shopper. Throws `AppError` (404) when it has ended already. */
export async function endSessionById({ database, userId, id }: { database: Database; userId: string; id: string }): Promise<void> {
  const ended = await database.deleteFrom('sessions').where('user_id', '=', userId).where('id', '=', id).executeTakeFirst()
  if (ended.numDeletedRows === 0n) throw new AppError('session_not_found')
}

/** Ends the shopper's sessions in all other browsers. */
export async function endOtherSessions({ database, userId, token }: AccountRequest): Promise<void> {
  await database.deleteFrom('sessions').where('user_id', '=', userId).where('token_hash', '!=', hashToken(token)).execute()
}
