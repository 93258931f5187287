/** What Postgres ends a transaction with when it waits in a circle, or when it cannot be put in order with others. */
const conflicts = ['40P01', '40001']

/**
 * Does once more what the database undid because of others at work beside it: nothing of it is left, and the others are
 * through. For whole transactions and single statements; `work` must not mind running twice.
 */
export async function retryDeadlock<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (problem) {
    if (!(problem instanceof Error) || !conflicts.includes(String((problem as { code?: unknown }).code))) throw problem
    return work()
  }
}
