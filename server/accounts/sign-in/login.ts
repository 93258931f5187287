import type { FastifyBaseLogger } from 'fastify'
import pLimit, { type LimitFunction } from 'p-limit'
import { errorText } from '#contract/errors/errors.ts'
import { createRateLimit } from '../../database/rate-limit.ts'
import type { Database } from '../../database/schema.ts'
import { AppError } from '../../errors.ts'
import { findPinError, type Pins } from '../pins/pins.ts'
import { addUser, findUserByName, type UserRow } from '../repository.ts'
import { checkSecondFactor } from '../sessions/second-factor.ts'
import type { CheckLoginCode } from './login-code.ts'
import { createLoginGuard } from './login-guard.ts'
import { createLoginQueue } from './login-queue.ts'
import { isKnownIp, reserveAttempt, resetAttempts } from './login-throttle.ts'
import { isReservedName, normalizeName } from './names.ts'

export interface LoginRequest {
  readonly name: string
  readonly pin: string
  /** of the second factor, or of our mail */
  readonly code?: string | undefined
  /** of a challenge */
  readonly solution?: string | undefined
  readonly ip: string
  readonly ipRange: string
  readonly deviceHash: Buffer
  /** logs rejected attempts with the account's id */
  readonly log: Pick<FastifyBaseLogger, 'warn'>
}

interface CheckedCode {
  /** whether an administrator's code was checked */
  readonly withSecondFactor: boolean
  /** whether a shopper's code by email was checked */
  readonly withEmailCode: boolean
}

interface SignIn extends CheckedCode {
  readonly account: UserRow
  readonly created: boolean
}

const accountsPerIpLimit = { name: 'accounts-address', points: 60, seconds: 3_600 } as const

/** Signs users in: a known name is checked, an unknown name gets an account. */
export function createLogin({
  database,
  pins,
  limitsFactor,
  storeName,
  secondFactorKey,
  signInKey,
  checkLoginCode,
}: {
  database: Database
  pins: Pins
  limitsFactor: number
  storeName: string
  secondFactorKey: Buffer
  signInKey: Buffer
  checkLoginCode: CheckLoginCode
}) {
  const guard = createLoginGuard({ database, limitsFactor, key: signInKey })
  const runInQueue = createLoginQueue({ limitsFactor })
  const accountsPerIp = createRateLimit({ ...accountsPerIpLimit, database, factor: limitsFactor })
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
   * Adds an account; undefined when the name is reserved or taken. A rejected PIN or name costs as much as a wrong PIN, so that
   * the time does not tell which names exist.
   */
  async function register({ name, pin, ip }: LoginRequest): Promise<UserRow | undefined> {
    const pinHash = await pins.hash(pin)
    const code = findPinError(pin)
    if (code) throw new AppError(code, { fields: { pin: errorText(code) } })
    await accountsPerIp.consume(ip)
    return isReservedName({ name, storeName }) ? undefined : addUser({ database, name, pinHash })
  }

  /** Undefined when the name belongs to an account since it was looked up. */
  async function signUp(request: LoginRequest): Promise<SignIn | undefined> {
    const attempt = { ...request, isStaff: isReservedName({ name: request.name, storeName }) }
    const admission = await guard.admit(attempt)
    const countFailure = async () => {
      await guard.countFailure(attempt)
      await admission.reject()
    }
    const account = await register(request).catch(async (error: unknown) => {
      await countFailure()
      throw error
    })
    if (account) {
      await Promise.all([admission.release(), rememberDevice({ account, request })])
      return { account, created: true, withSecondFactor: false, withEmailCode: false }
    }
    if (await findUserByName({ database, name: request.name })) {
      await admission.release()
      return undefined
    }
    await countFailure()
    throw new AppError('name_taken')
  }

  /** Returns false when the PIN has been reset since it was read. */
  async function rememberDevice({ account, request }: { account: UserRow; request: LoginRequest }): Promise<boolean> {
    const { id: userId, pin_hash: pinHash } = account
    const ipHash = guard.hashIp({ ip: request.ip, userId })
    return resetAttempts({ database, userId, deviceHash: request.deviceHash, ipHash, pinHash })
  }

  /** The second factor of an administrator, or the code by email that a shopper asked for. */
  async function checkCode({ account, request }: { account: UserRow; request: LoginRequest }): Promise<CheckedCode> {
    const { code, deviceHash } = request
    return account.role === 'admin'
      ? { withSecondFactor: await checkSecondFactor({ database, userId: account.id, key: secondFactorKey, code }), withEmailCode: false }
      : { withSecondFactor: false, withEmailCode: await checkLoginCode({ account, deviceHash, code }) }
  }

  async function checkPin({ account, request }: { account: UserRow; request: LoginRequest }): Promise<CheckedCode> {
    const { ip, deviceHash } = request
    const { id: userId, pin_hash: pinHash } = account
    const attempt = { ...request, isStaff: account.role === 'admin' }
    await guard.checkSuccesses({ userId, ip })
    const admission = await reserveAttempt({ database, userId, deviceHash, admitUnknown: () => guard.admit(attempt) })
    if (!(await pins.verify({ pin: request.pin, pinHash }))) {
      await guard.countFailure(attempt)
      await admission?.reject()
      throw new AppError('name_taken')
    }
    await admission?.accept({ isKnownIp: await isKnownIp({ database, userId, ipHash: guard.hashIp({ ip, userId }) }) })
    // The attempt stays counted until the code is right.
    const checkedCode = await checkCode({ account, request }).catch(async (error: unknown) => {
      if (request.code) await guard.countFailure(attempt)
      throw error
    })
    // A PIN that was reset during the attempt makes the old one wrong.
    if (!(await rememberDevice({ account, request }))) throw new AppError('name_taken')
    await guard.countSuccess({ userId, ip })
    return checkedCode
  }

  async function loginOrRegister(request: LoginRequest): Promise<SignIn> {
    if (normalizeName(request.name) === '') throw new AppError('invalid_request', { fields: { name: 'Username is required.' } })
    const known = await findUserByName({ database, name: request.name })
    const signedUp = known ? undefined : await signUp(request)
    if (signedUp) return signedUp
    const account = known ?? (await findUserByName({ database, name: request.name }))
    if (!account) throw new AppError('name_taken')
    const checkedCode = await runInTurn(account.id, () => checkPin({ account, request })).catch((error: unknown) => {
      if (error instanceof AppError) request.log.warn({ account: account.id, code: error.code }, 'login rejected')
      throw error
    })
    return { account, created: false, ...checkedCode }
  }

  /**
   * Throws `AppError`: 409 for a wrong PIN, 400 for an invalid new one, 401 for a missing or wrong code, 429 with a challenge or after
   * too many attempts, 403 for a locked account, and 503 when too many sign-ins are in progress, before the attempt counts.
   */
  return (request: LoginRequest): Promise<SignIn> => runInQueue(request, () => loginOrRegister(request))
}
