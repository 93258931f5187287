import type { FastifyBaseLogger } from 'fastify'
import { errorText } from '#contract/errors.ts'
import { pinLength } from '#contract/users.ts'
import { createRateLimit } from '../database/rate-limit.ts'
import type { Database } from '../database/schema.ts'
import { AppError } from '../errors.ts'
import { createSemaphore, type Semaphore } from '../semaphore.ts'
import { forgiveTries, takeTry } from './login-throttle.ts'
import { foldName } from './names.ts'
import type { Pins } from './pins.ts'
import { addUser, findUserByName, type UserRow } from './repository.ts'

export interface SignInRequest {
  readonly name: string
  readonly pin: string
  /** the caller's network address */
  readonly address: string
  /** hash of the browser's own token */
  readonly device: Buffer
  /** hears of each refused sign-in, by the account's id: whoever watches the shop sees what is tried at which */
  readonly log: Pick<FastifyBaseLogger, 'warn'>
}

/** Wrong PINs and new accounts that one address may cause, and wrong PINs in all: they stop a script, not a family. */
const budgets = {
  failuresOfAddress: { points: 100, seconds: 900 },
  failuresInAll: { points: 5_000, seconds: 900 },
  accountsOfAddress: { points: 60, seconds: 3_600 },
} as const

/** Tries of one account that may wait for each other in one process. */
const mostWaiting = 50

/** Sign-ins in progress in one process: hashing is slow on purpose. */
const maxConcurrentSignIns = 64
const retryAfterStorm = 3

/** The one door: a known name is checked, an unknown one gets an account. */
export function createDoor({ database, pins, limitsFactor }: { database: Database; pins: Pins; limitsFactor: number }) {
  const budget = ({ points, seconds }: { points: number; seconds: number }, name: string) =>
    createRateLimit({ database, name, points: points * limitsFactor, seconds })
  const failuresOfAddress = budget(budgets.failuresOfAddress, 'pin-address')
  const accountsOfAddress = budget(budgets.accountsOfAddress, 'accounts-address')
  const failuresInAll = budget(budgets.failuresInAll, 'pin-all')
  const queues = new Map<string, Semaphore>()
  let inProgress = 0

  /** One try of an account at a time, so that ten right PINs at once are ten successes and not five. */
  async function inTurn<Result>(userId: string, work: () => Promise<Result>): Promise<Result> {
    const queue = queues.get(userId) ?? createSemaphore({ concurrency: 1 })
    if (queue.waitingCount() >= mostWaiting) throw new AppError('too_many_requests', { retryAfterSeconds: 5 })
    queues.set(userId, queue)
    return queue.run(work).finally(() => {
      if (queue.isIdle()) queues.delete(userId)
    })
  }

  async function register({ name, pin, address }: SignInRequest): Promise<UserRow | undefined> {
    const { length } = [...pin]
    const code = length < pinLength.min ? 'pin_too_short' : length > pinLength.max ? 'pin_too_long' : undefined
    if (code) throw new AppError(code, { fields: { pin: errorText(code) } })
    await accountsOfAddress.consume(address)
    return addUser({ database, name, pinHash: await pins.hash(pin) })
  }

  /** Others' failures stop a browser that the account does not know, whoever it belongs to. */
  async function admitStranger({ address }: SignInRequest): Promise<void> {
    await failuresOfAddress.check(address)
    await failuresInAll.check('all')
  }

  async function check({ account, request }: { account: UserRow; request: SignInRequest }): Promise<void> {
    const knock = { userId: account.id, device: request.device }
    await takeTry({ database, knock, admitStranger: () => admitStranger(request) })
    const isRight = await pins.verify({ pin: request.pin, pinHash: account.pin_hash })
    if (!isRight) await Promise.allSettled([failuresOfAddress.consume(request.address), failuresInAll.consume('all')])
    // Whoever waited in line while the account got another PIN had the right one too late.
    if (!isRight || !(await forgiveTries({ database, knock, pinHash: account.pin_hash }))) {
      throw new AppError('name_taken')
    }
  }

  async function enter(request: SignInRequest): Promise<{ account: UserRow; created: boolean }> {
    if (foldName(request.name) === '') throw new AppError('invalid_request', { fields: { name: 'Username is required.' } })
    const known = await findUserByName({ database, name: request.name })
    if (!known) await admitStranger(request)
    const created = known ? undefined : await register(request)
    if (created) {
      await forgiveTries({ database, knock: { userId: created.id, device: request.device }, pinHash: created.pin_hash })
      return { account: created, created: true }
    }
    const account = known ?? (await findUserByName({ database, name: request.name }))
    if (!account) throw new AppError('name_taken')
    await inTurn(account.id, () => check({ account, request })).catch((problem: unknown) => {
      if (problem instanceof AppError) request.log.warn({ account: account.id, refusal: problem.code }, 'A sign-in was refused')
      throw problem
    })
    return { account, created: false }
  }

  return {
    /**
     * Throws `AppError`: 409 for a wrong PIN, 400 for a short new one, 429 and 403 when there were too many, 503 before
     * anything was looked at or counted when too many sign in at once.
     */
    async signIn(request: SignInRequest): Promise<{ account: UserRow; created: boolean }> {
      if (inProgress >= maxConcurrentSignIns) throw new AppError('sign_in_busy', { retryAfterSeconds: retryAfterStorm })
      inProgress += 1
      try {
        return await enter(request)
      } finally {
        inProgress -= 1
      }
    },
  }
}
