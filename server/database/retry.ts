import { setTimeout } from 'node:timers/promises'

/** PostgreSQL's codes of a deadlock and of a serialization failure. */
const retryableCodes = ['40P01', '40001']
const maxRetries = 3
const pauseMs = 50

/** Runs a transaction again, up to three times, when PostgreSQL rolled it back because of a concurrent one. */
export async function retryTransaction<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let retry = 1; ; retry += 1) {
    try {
      return await work()
    } catch (error) {
      const isRetryable = error instanceof Error && retryableCodes.includes(String((error as { code?: unknown }).code))
      if (!isRetryable || retry > maxRetries) throw error
      // Random, so that the transactions do not meet again.
      await setTimeout(pauseMs * retry * Math.random())
    }
  }
}
