import { AppError } from '../../errors.ts'

/** In one process. Hashing is slow on purpose, so more would wait for too long. */
const maxInProgress = 64

/** Of one IP address and of its network, so that a script cannot take all slots. */
const maxPerIp = 8
const maxPerRange = 16

const retryAfterSeconds = 3

/** Limits the sign-ins that are in progress in this process. */
export function createLoginQueue({ limitsFactor }: { limitsFactor: number }) {
  const slots = new Map<string, number>()

  function acquire(limitsByKey: Readonly<Record<string, number>>): void {
    for (const [key, max] of Object.entries(limitsByKey)) {
      if ((slots.get(key) ?? 0) >= max) throw new AppError('sign_in_busy', { retryAfterSeconds })
    }
    for (const key of Object.keys(limitsByKey)) slots.set(key, (slots.get(key) ?? 0) + 1)
  }

  function release(keys: readonly string[]): void {
    for (const key of keys) {
      const left = (slots.get(key) ?? 0) - 1
      if (left > 0) slots.set(key, left)
      else slots.delete(key)
    }
  }

  /** Runs a sign-in. Throws `AppError` (503) when too many are in progress. */
  return async function runInQueue<Result>({ ip, ipRange }: { ip: string; ipRange: string }, task: () => Promise<Result>): Promise<Result> {
    const limitsByKey = {
      all: maxInProgress,
      [`ip ${ip}`]: Math.ceil(maxPerIp * limitsFactor),
      [`range ${ipRange}`]: Math.ceil(maxPerRange * limitsFactor),
    }
    acquire(limitsByKey)
    try {
      return await task()
    } finally {
      release(Object.keys(limitsByKey))
    }
  }
}
