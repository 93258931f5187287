import { setTimeout } from 'node:timers/promises'

/** What Postgres ends a transaction with when it waits in a circle, or when it cannot be put in order with others. */
const conflicts = ['40P01', '40001']
/** How often it is tried again, and milliseconds before each; then those whose way was freed have gone it. */
const retries = 3
const pause = 50

/**
 * Does again what the database undid because of others at work beside it: nothing of it is left. For whole transactions and
 * single statements; `work` must not mind running again.
 */
export async function retryTransaction<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let retry = 1; ; retry += 1) {
    try {
      return await work()
    } catch (problem) {
      const isConflict = problem instanceof Error && conflicts.includes(String((problem as { code?: unknown }).code))
      if (!isConflict || retry > retries) throw problem
      // Not all at the same moment once more.
      await setTimeout(pause * retry * Math.random())
    }
  }
}
