import { createHmac } from 'node:crypto'
import { createRateLimit } from '../../database/rate-limit.ts'
import type { Database } from '../../database/schema.ts'
import { AppError } from '../../errors.ts'
import { createLoginChallenges } from './login-challenge.ts'
import { createSprayBudget, type SprayAttempt, toTotalKey } from './spray-budget.ts'

/** They stop a script, not a family or an office behind one IP address. */
const limits = {
  failuresPerIp: { name: 'pin-address', points: 100, seconds: 900 },
  failuresInTotal: { name: 'pin-all', points: 5_000, seconds: 900 },
  successesPerIp: { name: 'sign-ins-address', points: 300, seconds: 900 },
  successesPerAccount: { name: 'sign-ins-account', points: 100, seconds: 900 },
} as const

interface Attempt extends SprayAttempt {
  /** of a challenge */
  readonly solution?: string | undefined
}

/** An attempt of an unknown browser that may go on to the PIN. */
export interface Admission {
  /**
   * Counts the right PIN of an account.
   *
   * @throws AppError 429 when others from there were right at the same time.
   */
  acceptPin(options: { isKnownIp: boolean }): Promise<void>
  /** Counts a wrong PIN. Throws like `acceptPin`, so that neither tells whether the PIN is right. */
  rejectPin(): Promise<void>
  /** Forgets the attempt. */
  release(): Promise<void>
}

/** The limits of all sign-ins, which an unknown browser exceeds by solving a challenge. Known ones have a counter of their own. */
export function createLoginGuard({ database, limitsFactor, key }: { database: Database; limitsFactor: number; key: Buffer }) {
  const shared = { database, factor: limitsFactor }
  const failuresPerIp = createRateLimit({ ...limits.failuresPerIp, ...shared })
  const failuresInTotal = createRateLimit({ ...limits.failuresInTotal, ...shared })
  const successesPerIp = createRateLimit({ ...limits.successesPerIp, ...shared })
  const successesPerAccount = createRateLimit({ ...limits.successesPerAccount, ...shared })
  const takeCost = createSprayBudget({ database, limitsFactor })
  const challenges = createLoginChallenges({ database, key })

  const createChallengeError = async (request: { ipRange: string; level: number }) =>
    new AppError('challenge_required', { challenge: await challenges.create(request) })

  return {
    /**
     * Lets an unknown browser go on to the PIN. What decides is the same for known and unknown names.
     *
     * @throws AppError 429 with a challenge.
     */
    async acquire(attempt: Attempt): Promise<Admission> {
      const [cost, ...others] = await Promise.all([
        takeCost(attempt),
        failuresPerIp.readShare(attempt.ip),
        failuresInTotal.readShare(toTotalKey(attempt)),
        successesPerIp.readShare(attempt.ip),
      ])
      const level = Math.max(cost.share, ...others)
      const isLimited = level >= 1
      const { solution, ipRange } = attempt
      if (isLimited && !(solution && (await challenges.verify({ solution, ipRange, level })))) {
        await cost.refund()
        throw await createChallengeError({ ipRange, level })
      }
      /** Concurrent attempts may have used up the budget in the meantime. */
      const rejectExceeded = async (share: number) => {
        if (cost.isCommonPin && !isLimited && share > 1) throw await createChallengeError({ ipRange, level: share })
      }
      return {
        release: cost.refund,
        rejectPin: async () => rejectExceeded(await cost.readShare()),
        async acceptPin({ isKnownIp }) {
          // A solved challenge with the right PIN: many people behind one IP address do not make it costly for each other.
          if (isKnownIp || attempt.isStaff || isLimited) await cost.refund()
          else await rejectExceeded(await cost.spendOpening())
        },
      }
    },

    /** Identifies an IP address of an account without storing it. */
    hashIp: ({ ip, userId }: { ip: string; userId: string }): Buffer => createHmac('sha256', key).update(`ip ${userId} ${ip}`).digest(),

    /** Counts a wrong PIN or code, of a known browser, too. */
    async countFailure(attempt: Pick<Attempt, 'ip' | 'isStaff'>): Promise<void> {
      await Promise.all([failuresPerIp.add(attempt.ip, 1), failuresInTotal.add(toTotalKey(attempt), 1)])
    },

    /**
     * Limits the sign-ins of one account from one IP address: each one costs a hash.
     *
     * @throws AppError 429 after many of them.
     */
    checkSuccesses: ({ userId, ip }: { userId: string; ip: string }): Promise<void> => successesPerAccount.check(`${userId} ${ip}`),

    async countSuccess({ userId, ip }: { userId: string; ip: string }): Promise<void> {
      await Promise.all([successesPerAccount.add(`${userId} ${ip}`, 1), successesPerIp.add(ip, 1)])
    },
  }
}

export type LoginGuard = ReturnType<typeof createLoginGuard>
