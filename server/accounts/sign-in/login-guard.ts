import { createHmac } from 'node:crypto'
import { createRateLimit } from '../../database/rate-limit.ts'
import type { Database } from '../../database/schema.ts'
import { AppError } from '../../kernel/errors.ts'
import { type ChallengeWork, createLoginChallenges } from './login-challenge.ts'
import { createSprayBudget, type SprayAttempt, toTotalKey, type UsedShares } from './spray-budget.ts'

/** They stop a script, not a family or an office behind one IP address. */
const limits = {
  failuresPerIp: { name: 'pin-address', points: 100, seconds: 900 },
  failuresInTotal: { name: 'pin-all', points: 5_000, seconds: 900 },
  successesPerIp: { name: 'sign-ins-address', points: 300, seconds: 900 },
  successesPerAccount: { name: 'sign-ins-account', points: 100, seconds: 900 },
  openingsPerIp: { name: 'openings-address', points: 5, seconds: 3_600 },
  openingsPerRange: { name: 'openings-range', points: 15, seconds: 3_600 },
} as const

/** Where others use up what all share, somebody waits for some seconds, never for minutes. */
const maxSharedLevel = 16

/** The level of a challenge. For common PINs it grows with the square of what their own network has used, without an end. */
function toLevel({ used: { own, total }, isCommonPin }: { used: UsedShares; isCommonPin: boolean }): number {
  return isCommonPin ? Math.max(own ** 2, Math.min(maxSharedLevel, total ** 2)) : Math.min(maxSharedLevel, Math.max(own, total))
}

interface Attempt extends SprayAttempt {
  /** of a challenge */
  readonly solution?: string | undefined
}

/** An attempt of an unknown browser that may go on to the PIN. */
export interface Admission {
  /**
   * Counts the right PIN of an account. Returns whether the PIN is not enough, because the budgets are used up: for a common PIN those of
   * all attempts, for another one that of accounts opened behind a challenge. Then the attempt stays counted until it is released.
   *
   * @throws AppError 429 when others from there were right at the same time.
   */
  acceptPin(options: { isKnownIp: boolean }): Promise<{ needsSecondProof: boolean }>
  /** Counts a wrong PIN. Throws like `acceptPin`, so that neither tells whether the PIN is right. */
  rejectPin(): Promise<void>
  /** Forgets the attempt. */
  release(): Promise<void>
}

interface LoginGuardOptions {
  readonly database: Database
  readonly limitsFactor: number
  readonly key: Buffer
  /** tests take less than the usual work */
  readonly challengeWork?: ChallengeWork | undefined
}

/** The limits of all sign-ins, which an unknown browser exceeds by solving a challenge. Known ones have a counter of their own. */
export function createLoginGuard({ database, limitsFactor, key, challengeWork }: LoginGuardOptions) {
  const shared = { database, factor: limitsFactor }
  const failuresPerIp = createRateLimit({ ...limits.failuresPerIp, ...shared })
  const failuresInTotal = createRateLimit({ ...limits.failuresInTotal, ...shared })
  const successesPerIp = createRateLimit({ ...limits.successesPerIp, ...shared })
  const successesPerAccount = createRateLimit({ ...limits.successesPerAccount, ...shared })
  const openingsPerIp = createRateLimit({ ...limits.openingsPerIp, ...shared })
  const openingsPerRange = createRateLimit({ ...limits.openingsPerRange, ...shared })
  const takeCost = createSprayBudget({ database, limitsFactor })
  const challenges = createLoginChallenges({ database, key, work: challengeWork })

  const createChallengeError = async (request: { ipRange: string; level: number }) =>
    new AppError('challenge_required', { challenge: await challenges.create(request) })

  /** Counts an account that is opened behind a challenge. Returns false when too many were, from its IP address or network. */
  const takeOpening = async ({ ip, ipRange }: Attempt): Promise<boolean> =>
    (await openingsPerIp.take(ip)) && (await openingsPerRange.take(ipRange))

  return {
    /**
     * Lets an unknown browser go on to the PIN. What decides is the same for known and unknown names.
     *
     * @throws AppError 429 with a challenge.
     */
    async acquire(attempt: Attempt): Promise<Admission> {
      const [cost, failuresOfIp, failuresOfAll, successesOfIp] = await Promise.all([
        takeCost(attempt),
        failuresPerIp.readShare(attempt.ip),
        failuresInTotal.readShare(toTotalKey(attempt)),
        successesPerIp.readShare(attempt.ip),
      ])
      const { isCommonPin } = cost
      const used = { own: Math.max(cost.used.own, failuresOfIp, successesOfIp), total: Math.max(cost.used.total, failuresOfAll) }
      const isLimited = Math.max(used.own, used.total) >= 1
      const level = toLevel({ used, isCommonPin })
      const { solution, ipRange } = attempt
      if (isLimited && !(solution && (await challenges.verify({ solution, ipRange, level })))) {
        await cost.refund()
        throw await createChallengeError({ ipRange, level })
      }
      /** Concurrent attempts may have used up the budget in the meantime. */
      const rejectExceeded = async (now: UsedShares) => {
        const isExceeded = isCommonPin && !isLimited && Math.max(now.own, now.total) > 1
        if (isExceeded) throw await createChallengeError({ ipRange, level: toLevel({ used: now, isCommonPin }) })
      }
      return {
        release: cost.refund,
        rejectPin: async () => rejectExceeded(await cost.readUsed()),
        async acceptPin({ isKnownIp }) {
          const needsSecondProof = isLimited && !isKnownIp && (isCommonPin || !(await takeOpening(attempt)))
          if (needsSecondProof) return { needsSecondProof }
          // Many people behind one IP address, who know their PINs, do not make sign-in costly for each other.
          if (isKnownIp || isLimited || attempt.isStaff) await cost.refund()
          else await rejectExceeded(await cost.spendOpening())
          return { needsSecondProof }
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
