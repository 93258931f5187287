import { createRateLimit, ipRangeFactor } from '../../database/rate-limit.ts'
import type { Database } from '../../database/schema.ts'
import { AppError } from '../../kernel/errors.ts'
import { findPinError, type Pins } from '../pins/pins.ts'
import { resetAttempts } from '../users/login-throttle.ts'
import { findNameError, isReservedName } from '../users/new-names.ts'
import { addUser, findUserByName, type UserRow } from '../users/repository.ts'
import type { LoginGuard } from './login-guard.ts'
import type { LoginRequest } from './login-request.ts'

/** New accounts in an hour. People of one network share an IP address, and a family a browser. */
const limits = {
  ip: { name: 'accounts-address', points: 60, seconds: 3_600 },
  ipRange: { name: 'accounts-range', points: 60 * ipRangeFactor, seconds: 3_600 },
  device: { name: 'accounts-device', points: 20, seconds: 3_600 },
} as const

interface RegisterDependencies {
  readonly database: Database
  readonly pins: Pins
  readonly limitsFactor: number
  readonly readStoreName: () => string
  readonly guard: LoginGuard
}

/** Opens accounts for unknown names. */
export function createRegister({ database, pins, limitsFactor, readStoreName, guard }: RegisterDependencies) {
  const shared = { database, factor: limitsFactor }
  const perIp = createRateLimit({ ...limits.ip, ...shared })
  const perRange = createRateLimit({ ...limits.ipRange, ...shared })
  const perDevice = createRateLimit({ ...limits.device, ...shared })

  /**
   * Undefined when the name is reserved or taken. A rejected PIN or name costs as much as a wrong PIN, so that the time does not tell
   * which names exist.
   */
  async function createAccount({ name, pin, ip, ipRange, deviceHash }: LoginRequest): Promise<UserRow | undefined> {
    const pinHash = await pins.hash(pin)
    const code = findPinError(pin)
    if (code) throw new AppError(code, { field: 'pin' })
    await perIp.consume(ip)
    await perRange.consume(ipRange)
    await perDevice.consume(deviceHash.toString('hex'))
    if (isReservedName({ name, storeName: readStoreName() })) return undefined
    const nameError = findNameError(name)
    if (nameError !== undefined) throw new AppError('invalid_request', { fields: { name: nameError } })
    return addUser({ database, name, pinHash })
  }

  /**
   * Opens an account. Undefined when the name belongs to an account since it was looked up.
   *
   * @throws AppError 400 for an invalid PIN or name, 409 for a reserved name, 429 with a challenge or after too many accounts.
   */
  return async function register(request: LoginRequest): Promise<UserRow | undefined> {
    const attempt = { ...request, isStaff: isReservedName({ name: request.name, storeName: readStoreName() }) }
    const admission = await guard.acquire(attempt)
    const countFailure = async () => {
      await guard.countFailure(attempt)
      await admission.rejectPin()
    }
    const account = await createAccount(request).catch(async (error: unknown) => {
      await countFailure()
      throw error
    })
    if (account) {
      const { id: userId, pin_hash: pinHash } = account
      const ipHash = guard.hashIp({ ip: request.ip, userId })
      await Promise.all([
        admission.release(),
        resetAttempts({ database, userId, deviceHash: request.deviceHash, ipHash, pinHash, isSignIn: true }),
      ])
      return account
    }
    if (await findUserByName({ database, name: request.name })) {
      await admission.release()
      return undefined
    }
    await countFailure()
    throw new AppError('name_taken')
  }
}
