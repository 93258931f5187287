import { sql } from 'kysely'
import { type CurrentPin, checkCurrentPin } from '../pins/current-pin.ts'
import { checkSecondFactor } from './second-factor.ts'
import { hashToken } from './tokens.ts'

interface Reauthentication extends Omit<CurrentPin, 'checkCode'> {
  readonly secondFactorKey: Buffer
  /** of the session */
  readonly token: string
  readonly code: string | undefined
}

/**
 * Records that the administrator who uses a session knows the PIN, and has the second factor when it is on. Throws `AppError`: 403
 * for a wrong PIN, 401 for a missing or wrong code, and 429.
 */
export async function reauthenticate({ secondFactorKey, token, code, ...attempt }: Reauthentication): Promise<void> {
  const { database, userId } = attempt
  const checkCode = () => checkSecondFactor({ database, userId, key: secondFactorKey, code })
  await checkCurrentPin({ ...attempt, checkCode })
  await database.updateTable('sessions').set({ proven_at: sql<Date>`now()` }).where('token_hash', '=', hashToken(token)).execute()
}
