import type { Database } from '../../database/schema.ts'
import { AppError } from '../../kernel/errors.ts'
import { reserveAttempt, resetAttempts } from '../users/login-throttle.ts'
import type { Pins } from './pins.ts'

export interface CurrentPin {
  readonly database: Database
  readonly pins: Pins
  readonly userId: string
  /** of the browser's own token */
  readonly deviceHash: Buffer
  readonly currentPin: string
  /** checks a second factor; the attempt stays counted until it is right */
  readonly checkCode?: () => Promise<unknown>
}

/**
 * Checks the PIN of a signed-in user before a change that a stolen session must not make. Wrong ones count like those at sign-in.
 * Throws `AppError`: 403 for a wrong PIN, 429, and what `checkCode` throws.
 */
export async function checkCurrentPin({ database, pins, userId, deviceHash, currentPin, checkCode }: CurrentPin) {
  const account = await database.selectFrom('users').select(['name', 'pin_hash']).where('id', '=', userId).executeTakeFirstOrThrow()
  const attempt = { database, userId, deviceHash }
  await reserveAttempt({ ...attempt, admitUnknown: async () => {} })
  const isRight = await pins.verify({ pin: currentPin, pinHash: account.pin_hash })
  if (isRight) await checkCode?.()
  if (!isRight || !(await resetAttempts({ ...attempt, pinHash: account.pin_hash, isSignIn: false }))) {
    throw new AppError('pin_wrong', { field: 'currentPin' })
  }
  return account
}
