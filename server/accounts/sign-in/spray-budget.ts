import { normalizeName } from '#contract/accounts/names.ts'
import { isWeakPin } from '#contract/accounts/weak-pins.ts'
import { createRateLimit } from '../../database/rate-limit.ts'
import type { Database } from '../../database/schema.ts'

// Spraying is to try few common PINs with many names. The budgets count the accounts that unknown browsers try.

const seconds = 3_600

/** They stop a script, not a family or an office behind one IP address. */
const limits = {
  ip: { name: 'tried-address', points: 20, seconds },
  ipRange: { name: 'tried-range', points: 60, seconds },
  total: { name: 'tried-all', points: 100, seconds },
} as const

/**
 * What an account that an unknown browser tries costs, once an hour. An account that opens to a common PIN uses up the budget of the IP
 * address, so without a second proof one address opens one such account in an hour, its network three, and all addresses five.
 */
const costs = { account: 1, accountWithCommonPin: 2, accountOpenedByCommonPin: 20 } as const

export interface SprayAttempt {
  readonly name: string
  readonly pin: string
  readonly ip: string
  readonly ipRange: string
  /** of an administrator, whose totals are counted apart */
  readonly isStaff: boolean
}

/** Totals of administrators and of all others. */
export const toTotalKey = ({ isStaff }: Pick<SprayAttempt, 'isStaff'>): string => (isStaff ? 'staff' : 'all')

/** The used points of budgets as shares of the allowed ones: 1 for all of them. */
export interface UsedShares {
  /** of the IP address or its network, whichever is greater */
  readonly own: number
  /** of all together */
  readonly total: number
}

/** What one attempt has taken from the budgets. */
export interface SprayCost {
  readonly isCommonPin: boolean
  /** what was used before */
  readonly used: UsedShares
  /** adds what opening the account costs; returns what was used before */
  spendOpening(): Promise<UsedShares>
  /** what is used now */
  readUsed(): Promise<UsedShares>
  /** gives back what the attempt has taken */
  refund(): Promise<void>
}

/** The budgets of unknown browsers for trying accounts. */
export function createSprayBudget({ database, limitsFactor }: { database: Database; limitsFactor: number }) {
  const shared = { database, factor: limitsFactor }
  const perIp = createRateLimit({ ...limits.ip, ...shared })
  const perRange = createRateLimit({ ...limits.ipRange, ...shared })
  const inTotal = createRateLimit({ ...limits.total, ...shared })
  const names = createRateLimit({ database, name: 'tried', points: 1, seconds, factor: 1 })

  /** Takes the cost of an attempt before its PIN is checked, so that concurrent ones cannot exceed a budget. */
  return async function takeCost(attempt: SprayAttempt): Promise<SprayCost> {
    const isCommonPin = isWeakPin(attempt)
    /** Only common PINs count in all: who tries many accounts tries these. */
    const add = async (points: number): Promise<UsedShares> => {
      const [ofIp, ofRange, total] = await Promise.all([
        perIp.add(attempt.ip, points),
        perRange.add(attempt.ipRange, points),
        isCommonPin ? inTotal.add(toTotalKey(attempt), points) : 0,
      ])
      return { own: Math.max(ofIp, ofRange), total }
    }
    const nameKey = `${attempt.ip} ${normalizeName(attempt.name)}`
    const isFirst = (await names.add(nameKey, 1)) === 0
    const points = isFirst ? (isCommonPin ? costs.accountWithCommonPin : costs.account) : 0
    return {
      isCommonPin,
      used: await add(points),
      spendOpening: () => add(isCommonPin ? costs.accountOpenedByCommonPin : 0),
      readUsed: () => add(0),
      refund: async () => void (await Promise.all([add(-points), isFirst && names.add(nameKey, -1)])),
    }
  }
}
