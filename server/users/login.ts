import type { FastifyBaseLogger } from 'fastify'
import pLimit, { type LimitFunction } from 'p-limit'
import { errorText } from '#contract/errors.ts'
import { createRateLimit } from '../database/rate-limit.ts'
import type { Database } from '../database/schema.ts'
import { AppError } from '../errors.ts'
import type { CheckLoginCode } from './login-code.ts'
import { reserveAttempt, resetAttempts } from './login-throttle.ts'
import { isReservedName, normalizeName } from './names.ts'
import { findPinError, type Pins } from './pins.ts'
import { addUser, findUserByName, type UserRow } from './repository.ts'
import { checkSecondFactor } from './second-factor.ts'

export interface LoginRequest {
  readonly name: string
  readonly pin: string
  /** of the second factor, or of our mail */
  readonly code?: string | undefined
  readonly ip: string
  readonly deviceHash: Buffer
  /** logs rejected attempts with the account's id */
  readonly log: Pick<FastifyBaseLogger, 'warn'>
}

interface SignIn {
  readonly account: UserRow
  readonly created: boolean
  /** whether a code was checked */
  readonly withSecondFactor: boolean
  /** whether a shopper's code by email was checked */
  readonly withEmailCode: boolean
}

/** They stop a script, not a family or an office behind one IP address. */
const limits = {
  failuresPerIp: { name: 'pin-address', points: 100, seconds: 900 },
  failuresInTotal: { name: 'pin-all', points: 5_000, seconds: 900 },
  accountsPerIp: { name: 'accounts-address', points: 60, seconds: 3_600 },
} as const

const totalKey = 'all'

/** In one process. Hashing is slow on purpose, so more would wait for too long. */
const maxConcurrentLogins = 64
const busyRetryAfterSeconds = 3

/** Signs users in: a known name is checked, an unknown name gets an account. */
export function createLogin({
  database,
  pins,
  limitsFactor,
  storeName,
  secondFactorKey,
  checkLoginCode,
}: {
  database: Database
  pins: Pins
  limitsFactor: number
  storeName: string
  secondFactorKey: Buffer
  checkLoginCode: CheckLoginCode
}) {
  const shared = { database, factor: limitsFactor }
  const failuresPerIp = createRateLimit({ ...limits.failuresPerIp, ...shared })
  const failuresInTotal = createRateLimit({ ...limits.failuresInTotal, ...shared })
  const accountsPerIp = createRateLimit({ ...limits.accountsPerIp, ...shared })
  const limitsByUser = new Map<string, LimitFunction>()
  let inProgress = 0

  /** Runs one attempt of an account at a time, so that concurrent attempts with the right PIN do not throttle each other. */
  async function runInTurn<Result>(userId: string, task: () => Promise<Result>): Promise<Result> {
    const limit = limitsByUser.get(userId) ?? pLimit(1)
    limitsByUser.set(userId, limit)
    return limit(task).finally(() => {
      if (limit.activeCount + limit.pendingCount === 0) limitsByUser.delete(userId)
    })
  }

  async function register({ name, pin, ip }: LoginRequest): Promise<UserRow | undefined> {
    const code = findPinError(pin)
    if (code) throw new AppError(code, { fields: { pin: errorText(code) } })
    await accountsPerIp.consume(ip)
    const pinHash = await pins.hash(pin)
    // After the work that every sign-in costs, so that the time does not tell which names exist.
    return isReservedName({ name, storeName }) ? undefined : addUser({ database, name, pinHash })
  }

  async function checkIpBudget({ ip }: LoginRequest): Promise<void> {
    await failuresPerIp.check(ip)
    await failuresInTotal.check(totalKey)
  }

  async function checkPin({ account, request }: { account: UserRow; request: LoginRequest }) {
    const attempt = { database, userId: account.id, deviceHash: request.deviceHash }
    await reserveAttempt({ ...attempt, checkIpBudget: () => checkIpBudget(request) })
    const isRight = await pins.verify({ pin: request.pin, pinHash: account.pin_hash })
    const countFailure = () => Promise.allSettled([failuresPerIp.consume(request.ip), failuresInTotal.consume(totalKey)])
    if (!isRight) await countFailure()
    // The attempt stays counted until the code is right.
    const { code, deviceHash } = request
    const checkCode = async () =>
      account.role === 'admin'
        ? { withSecondFactor: await checkSecondFactor({ database, userId: account.id, key: secondFactorKey, code }), withEmailCode: false }
        : { withSecondFactor: false, withEmailCode: await checkLoginCode({ account, deviceHash, code }) }
    const checkedCode =
      isRight &&
      (await checkCode().catch(async (error: unknown) => {
        if (code) await countFailure()
        throw error
      }))
    // A PIN that was reset during the attempt makes the old one wrong.
    if (!checkedCode || !(await resetAttempts({ ...attempt, pinHash: account.pin_hash }))) throw new AppError('name_taken')
    return checkedCode
  }

  async function loginOrRegister(request: LoginRequest): Promise<SignIn> {
    if (normalizeName(request.name) === '') throw new AppError('invalid_request', { fields: { name: 'Username is required.' } })
    const known = await findUserByName({ database, name: request.name })
    if (!known) await checkIpBudget(request)
    const created = known ? undefined : await register(request)
    if (created) {
      await resetAttempts({ database, userId: created.id, deviceHash: request.deviceHash, pinHash: created.pin_hash })
      return { account: created, created: true, withSecondFactor: false, withEmailCode: false }
    }
    const account = known ?? (await findUserByName({ database, name: request.name }))
    if (!account) throw new AppError('name_taken')
    const checkedCode = await runInTurn(account.id, () => checkPin({ account, request })).catch((error: unknown) => {
      if (error instanceof AppError) request.log.warn({ account: account.id, code: error.code }, 'login rejected')
      throw error
    })
    return { account, created: false, ...checkedCode }
  }

  /**
   * Throws `AppError`: 409 for a wrong PIN, 400 for an invalid new one, 401 for a missing or wrong code, 429 or 403 after too many
   * attempts, and 503 when too many logins are in progress, before the attempt counts.
   */
  return async function login(request: LoginRequest): Promise<SignIn> {
    if (inProgress >= maxConcurrentLogins) throw new AppError('sign_in_busy', { retryAfterSeconds: busyRetryAfterSeconds })
    inProgress += 1
    try {
      return await loginOrRegister(request)
    } finally {
      inProgress -= 1
    }
  }
}
