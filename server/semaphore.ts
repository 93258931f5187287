import pLimit from 'p-limit'

/** Runs at most `concurrency` tasks at a time; the others wait in the order of their arrival. */
export function createSemaphore({ concurrency }: { concurrency: number }) {
  const limit = pLimit(concurrency)
  return {
    run: <Result>(task: () => Promise<Result>): Promise<Result> => limit(task),
    waitingCount: () => limit.pendingCount,
    isIdle: () => limit.activeCount + limit.pendingCount === 0,
  }
}

export type Semaphore = ReturnType<typeof createSemaphore>
