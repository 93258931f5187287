import { AppError } from '../../errors.ts'

/** In one process. Hashing is slow on purpose, so more would wait for too long. */
const maxInProgress = 64

/** Of one IP address and of its network, so that a script cannot take all places. */
const maxPerIp = 8
const maxPerRange = 16

const retryAfterSeconds = 3

/** Limits the sign-ins that are in progress in this process. */
export function createLoginQueue({ limitsFactor }: { limitsFactor: number }) {
  const places = new Map<string, number>()

  function take(limitsByKey: Readonly<Record<string, number>>): void {
    for (const [key, max] of Object.entries(limitsByKey)) {
      if ((places.get(key) ?? 0) >= max) throw new AppError('sign_in_busy', { retryAfterSeconds })
    }
    for (const key of Object.keys(limitsByKey)) places.set(key, (places.get(key) ?? 0) + 1)
  }

  function leave(keys: readonly string[]): void {
    for (const key of keys) {
      const left = (places.get(key) ?? 0) - 1
      if (left > 0) places.set(key, left)
      else places.delete(key)
    }
  }

  /** Runs a sign-in. Throws `AppError` (503) when there is no place for it. */
  return async function runInQueue<Result>({ ip, ipRange }: { ip: string; ipRange: string }, task: () => Promise<Result>): Promise<Result> {
    const limitsByKey = {
      all: maxInProgress,
      [`ip ${ip}`]: Math.ceil(maxPerIp * limitsFactor),
      [`range ${ipRange}`]: Math.ceil(maxPerRange * limitsFactor),
    }
    take(limitsByKey)
    try {
      return await task()
    } finally {
      leave(Object.keys(limitsByKey))
    }
  }
}
