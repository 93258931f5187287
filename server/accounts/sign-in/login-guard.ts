import { createHmac } from 'node:crypto'
import { createRateLimit } from '../../database/rate-limit.ts'
import type { Database } from '../../database/schema.ts'
import { AppError } from '../../errors.ts'
import { createLoginChallenges } from './login-challenge.ts'
import { normalizeName } from './names.ts'
import { isWeakPin } from './weak-pins.ts'

/** They stop a script, not a family or an office behind one IP address. */
const limits = {
  failuresPerIp: { name: 'pin-address', points: 100, seconds: 900 },
  failuresInTotal: { name: 'pin-all', points: 5_000, seconds: 900 },
  successesPerIp: { name: 'sign-ins-address', points: 300, seconds: 900 },
  successesPerAccount: { name: 'sign-ins-account', points: 100, seconds: 900 },
  triedPerIp: { name: 'tried-address', points: 20, seconds: 3_600 },
  triedPerRange: { name: 'tried-range', points: 60, seconds: 3_600 },
  triedInTotal: { name: 'tried-all', points: 100, seconds: 3_600 },
} as const

/**
 * What an account that an unknown browser tries uses of the budgets `tried…`, once an hour. An account that opens to a common PIN
 * uses up the budget of the IP address, so without a challenge one address opens one such account in an hour, and all addresses five.
 */
const triedCosts = { account: 1, withCommonPin: 2, openedByCommonPin: 20 } as const

interface Attempt {
  readonly name: string
  readonly pin: string
  readonly ip: string
  readonly ipRange: string
  /** of a challenge */
  readonly solution?: string | undefined
  /** of an administrator, whose totals are counted apart */
  readonly isStaff: boolean
}

/** An attempt of an unknown browser that may go on to the PIN. */
export interface Admission {
  /** Counts the right PIN of an account. Throws `AppError` (429) when others from there were right at the same time. */
  accept(options: { isKnownIp: boolean }): Promise<void>
  /** Counts a wrong PIN. Throws like `accept`, so that neither tells whether the PIN is right. */
  reject(): Promise<void>
  /** Forgets the attempt. */
  release(): Promise<void>
}

/** The budgets of all sign-ins, which an unknown browser overdraws by solving a challenge. Known ones have a counter of their own. */
export function createLoginGuard({ database, limitsFactor, key }: { database: Database; limitsFactor: number; key: Buffer }) {
  const shared = { database, factor: limitsFactor }
  const failuresPerIp = createRateLimit({ ...limits.failuresPerIp, ...shared })
  const failuresInTotal = createRateLimit({ ...limits.failuresInTotal, ...shared })
  const successesPerIp = createRateLimit({ ...limits.successesPerIp, ...shared })
  const successesPerAccount = createRateLimit({ ...limits.successesPerAccount, ...shared })
  const triedPerIp = createRateLimit({ ...limits.triedPerIp, ...shared })
  const triedPerRange = createRateLimit({ ...limits.triedPerRange, ...shared })
  const triedInTotal = createRateLimit({ ...limits.triedInTotal, ...shared })
  const triedNames = createRateLimit({ database, name: 'tried', points: 1, seconds: limits.triedPerIp.seconds, factor: 1 })
  const challenges = createLoginChallenges({ database, key })

  const toTotalKey = ({ isStaff }: Pick<Attempt, 'isStaff'>) => (isStaff ? 'staff' : 'all')

  /** Returns the greatest share that was used before. Only common PINs count in all: who tries many accounts tries these. */
  async function addTried({ attempt, points, isCommonPin }: { attempt: Attempt; points: number; isCommonPin: boolean }): Promise<number> {
    const shares = await Promise.all([
      triedPerIp.add(attempt.ip, points),
      triedPerRange.add(attempt.ipRange, points),
      isCommonPin ? triedInTotal.add(toTotalKey(attempt), points) : 0,
    ])
    return Math.max(...shares)
  }

  const createChallengeError = async (request: { ipRange: string; level: number }) =>
    new AppError('challenge_required', { challenge: await challenges.create(request) })

  /**
   * Lets an unknown browser go on to the PIN. What decides is the same for known and unknown names. The attempt is counted before,
   * so that concurrent ones cannot exceed a budget. Throws `AppError` (429) with a challenge.
   */
  async function admit(attempt: Attempt): Promise<Admission> {
    const isCommonPin = isWeakPin(attempt)
    const triedName = `${attempt.ip} ${normalizeName(attempt.name)}`
    const isFirst = (await triedNames.add(triedName, 1)) === 0
    const points = isFirst ? (isCommonPin ? triedCosts.withCommonPin : triedCosts.account) : 0
    const [tried, ...others] = await Promise.all([
      addTried({ attempt, points, isCommonPin }),
      failuresPerIp.readShare(attempt.ip),
      failuresInTotal.readShare(toTotalKey(attempt)),
      successesPerIp.readShare(attempt.ip),
    ])
    const release = async () => {
      await Promise.all([addTried({ attempt, points: -points, isCommonPin }), isFirst && triedNames.add(triedName, -1)])
    }
    const level = Math.max(tried, ...others)
    const isLimited = level >= 1
    const { solution, ipRange } = attempt
    if (isLimited && !(solution && (await challenges.verify({ solution, ipRange, level })))) {
      await release()
      throw await createChallengeError({ ipRange, level })
    }
    const settle = async (settledPoints: number) => {
      const share = await addTried({ attempt, points: settledPoints, isCommonPin })
      // Concurrent attempts may have used up the budget meanwhile.
      if (isCommonPin && !isLimited && share > 1) throw await createChallengeError({ ipRange, level: share })
    }
    return {
      release,
      reject: () => settle(0),
      accept: async ({ isKnownIp }) => {
        // A solved challenge with the right PIN: many people behind one IP address do not make it costly for each other.
        if (isKnownIp || attempt.isStaff || isLimited) await release()
        else await settle(isCommonPin ? triedCosts.openedByCommonPin : 0)
      },
    }
  }

  return {
    admit,
    /** Identifies an IP address of an account without storing it. */
    hashIp: ({ ip, userId }: { ip: string; userId: string }): Buffer => createHmac('sha256', key).update(`ip ${userId} ${ip}`).digest(),

    /** Counts a wrong PIN or code, of a known browser, too. */
    async countFailure(attempt: Pick<Attempt, 'ip' | 'isStaff'>): Promise<void> {
      await Promise.all([failuresPerIp.add(attempt.ip, 1), failuresInTotal.add(toTotalKey(attempt), 1)])
    },

    /** Throws `AppError` (429) after many sign-ins of one account from one IP address: each one costs a hash. */
    checkSuccesses: ({ userId, ip }: { userId: string; ip: string }): Promise<void> => successesPerAccount.check(`${userId} ${ip}`),

    async countSuccess({ userId, ip }: { userId: string; ip: string }): Promise<void> {
      await Promise.all([successesPerAccount.add(`${userId} ${ip}`, 1), successesPerIp.add(ip, 1)])
    },
  }
}
