import pLimit, { type LimitFunction } from 'p-limit'
import type { Database } from '../../database/schema.ts'
import { AppError } from '../../errors.ts'
import type { Pins } from '../pins/pins.ts'
import type { UserRow } from '../repository.ts'
import { checkSecondFactor } from '../sessions/second-factor.ts'
import type { CheckLoginCode } from './login-code.ts'
import type { LoginGuard } from './login-guard.ts'
import type { LoginRequest } from './login-request.ts'
import { isKnownIp, reserveAttempt, resetAttempts } from './login-throttle.ts'

interface PinCheckDependencies {
  readonly database: Database
  readonly pins: Pins
  readonly secondFactorKey: Buffer
  readonly checkLoginCode: CheckLoginCode
  readonly guard: LoginGuard
}

interface Attempt {
  readonly account: UserRow
  readonly request: LoginRequest
}

interface CheckedCode {
  /** whether an administrator's code was checked */
  readonly withSecondFactor: boolean
  /** whether a shopper's code by email was checked */
  readonly withEmailCode: boolean
}

/** Checks the PIN and the code of known accounts. */
export function createPinCheck({ database, pins, secondFactorKey, checkLoginCode, guard }: PinCheckDependencies) {
  const limitsByUser = new Map<string, LimitFunction>()

  /** Runs one attempt of an account at a time, so that concurrent attempts with the right PIN do not throttle each other. */
  async function runInTurn<Result>(userId: string, task: () => Promise<Result>): Promise<Result> {
    const limit = limitsByUser.get(userId) ?? pLimit(1)
    limitsByUser.set(userId, limit)
    return limit(task).finally(() => {
      if (limit.activeCount + limit.pendingCount === 0) limitsByUser.delete(userId)
    })
  }

  /** The second factor of an administrator, or the code by email that a shopper asked for. */
  async function checkCode({ account, request }: Attempt): Promise<CheckedCode> {
    const { code, deviceHash } = request
    return account.role === 'admin'
      ? { withSecondFactor: await checkSecondFactor({ database, userId: account.id, key: secondFactorKey, code }), withEmailCode: false }
      : { withSecondFactor: false, withEmailCode: await checkLoginCode({ account, deviceHash, code }) }
  }

  async function checkPin({ account, request }: Attempt): Promise<CheckedCode> {
    const { ip, deviceHash } = request
    const { id: userId, pin_hash: pinHash } = account
    const ipHash = guard.hashIp({ ip, userId })
    const attempt = { ...request, isStaff: account.role === 'admin' }
    await guard.checkSuccesses({ userId, ip })
    const admission = await reserveAttempt({ database, userId, deviceHash, admitUnknown: () => guard.acquire(attempt) })
    if (!(await pins.verify({ pin: request.pin, pinHash }))) {
      await guard.countFailure(attempt)
      await admission?.rejectPin()
      throw new AppError('name_taken')
    }
    await admission?.acceptPin({ isKnownIp: await isKnownIp({ database, userId, ipHash }) })
    // The attempt stays counted until the code is right.
    const checkedCode = await checkCode({ account, request }).catch(async (error: unknown) => {
      if (request.code) await guard.countFailure(attempt)
      throw error
    })
    // A PIN that was reset during the attempt makes the old one wrong.
    if (!(await resetAttempts({ database, userId, deviceHash, ipHash, pinHash }))) throw new AppError('name_taken')
    await guard.countSuccess({ userId, ip })
    return checkedCode
  }

  return (attempt: Attempt): Promise<CheckedCode> => runInTurn(attempt.account.id, () => checkPin(attempt))
}
