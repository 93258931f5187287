import pLimit, { type LimitFunction } from 'p-limit'
import type { Database } from '../../database/schema.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Pins } from '../pins/pins.ts'
import { checkSecondFactor } from '../sessions/second-factor.ts'
import { isKnownIp, reserveAttempt, resetAttempts } from '../users/login-throttle.ts'
import type { UserRow } from '../users/repository.ts'
import type { CheckLoginCode } from './login-code.ts'
import type { LoginGuard } from './login-guard.ts'
import type { LoginRequest } from './login-request.ts'
import { checkPhoneDigits } from './phone-digits.ts'

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

  /**
   * The second factor of an administrator, or the code by email that a shopper asked for. Where the PIN is not enough, the code of any
   * verified address, or the phone of the last order.
   */
  async function checkCode({ account, request, needsSecondProof }: Attempt & { needsSecondProof: boolean }): Promise<CheckedCode> {
    const { id: userId } = account
    const { code, deviceHash, phoneDigits } = request
    const isAdmin = account.role === 'admin'
    const withSecondFactor = isAdmin && (await checkSecondFactor({ database, userId, key: secondFactorKey, code }))
    const withEmailCode = !isAdmin && (await checkLoginCode({ account, deviceHash, code, isRequired: needsSecondProof }))
    if (needsSecondProof && !withSecondFactor && !withEmailCode) await checkPhoneDigits({ database, userId, typed: phoneDigits })
    return { withSecondFactor, withEmailCode }
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
    const { needsSecondProof = false } = (await admission?.acceptPin({ isKnownIp: await isKnownIp({ database, userId, ipHash }) })) ?? {}
    // The attempt stays counted until the code is right.
    const checkedCode = await checkCode({ account, request, needsSecondProof }).catch(async (error: unknown) => {
      if (request.code || request.phoneDigits) await guard.countFailure(attempt)
      throw error
    })
    if (needsSecondProof) await admission?.release()
    // A PIN that was reset during the attempt makes the old one wrong.
    if (!(await resetAttempts({ database, userId, deviceHash, ipHash, pinHash, isSignIn: true }))) throw new AppError('name_taken')
    await guard.countSuccess({ userId, ip })
    if (account.disabled_at) throw new AppError('account_disabled')
    return checkedCode
  }

  return (attempt: Attempt): Promise<CheckedCode> => runInTurn(attempt.account.id, () => checkPin(attempt))
}
