import { normalizeName } from '#contract/accounts/names.ts'
import type { Database } from '../../database/schema.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Pins } from '../pins/pins.ts'
import { isKnownDevice } from '../users/login-throttle.ts'
import { findUserByName, type UserRow } from '../users/repository.ts'
import { createPinCheck } from './check-pin.ts'
import type { ChallengeWork } from './login-challenge.ts'
import type { CheckLoginCode } from './login-code.ts'
import { createLoginGuard } from './login-guard.ts'
import { createLoginQueue, type Lane } from './login-queue.ts'
import type { LoginRequest } from './login-request.ts'
import { createRegister } from './register.ts'

interface SignIn {
  readonly account: UserRow
  readonly created: boolean
  /** whether an administrator's code was checked */
  readonly withSecondFactor: boolean
  /** whether a shopper's code by email was checked */
  readonly withEmailCode: boolean
}

interface LoginDependencies {
  readonly database: Database
  readonly pins: Pins
  readonly limitsFactor: number
  readonly readStoreName: () => string
  readonly secondFactorKey: Buffer
  readonly signInKey: Buffer
  readonly challengeWork?: ChallengeWork | undefined
  readonly checkLoginCode: CheckLoginCode
}

/** Signs users in: a known name is checked, an unknown name gets an account. */
export function createLogin({ signInKey, challengeWork, ...dependencies }: LoginDependencies) {
  const { database, limitsFactor } = dependencies
  const guard = createLoginGuard({ database, limitsFactor, key: signInKey, challengeWork })
  const runInQueue = createLoginQueue({ limitsFactor })
  const register = createRegister({ ...dependencies, guard })
  const checkPin = createPinCheck({ ...dependencies, guard })

  async function findLane({ name, deviceHash }: LoginRequest): Promise<Lane> {
    const known = await findUserByName({ database, name })
    if (!known) return 'others'
    if (await isKnownDevice({ database, userId: known.id, deviceHash })) return 'known'
    return known.role === 'admin' ? 'staff' : 'others'
  }

  async function loginOrRegister(request: LoginRequest): Promise<SignIn> {
    // Read after the wait, in which the PIN may have been reset.
    const known = await findUserByName({ database, name: request.name })
    const created = known && !request.mustBeNew ? undefined : await register(request)
    if (created) return { account: created, created: true, withSecondFactor: false, withEmailCode: false }
    if (request.mustBeNew) throw new AppError('name_taken')
    const account = known ?? (await findUserByName({ database, name: request.name }))
    if (!account) throw new AppError('name_taken')
    const checkedCode = await checkPin({ account, request }).catch((error: unknown) => {
      if (error instanceof AppError) request.log.warn({ account: account.id, code: error.code }, 'login rejected')
      throw error
    })
    return { account, created: false, ...checkedCode }
  }

  /**
   * @throws AppError 409 for a wrong PIN.
   * @throws AppError 400 for an invalid new one.
   * @throws AppError 401 for a missing or wrong code.
   * @throws AppError 429 with a challenge, or after too many attempts.
   * @throws AppError 403 for a locked account.
   * @throws AppError 503 when too many sign-ins are in progress, before the attempt counts.
   */
  return async function login(request: LoginRequest): Promise<SignIn> {
    if (normalizeName(request.name) === '') throw new AppError('invalid_request', { fields: { name: 'Username is required.' } })
    return runInQueue({ ...request, lane: await findLane(request) }, () => loginOrRegister(request))
  }
}
