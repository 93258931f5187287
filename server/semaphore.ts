/** Lets so many pieces of work run at once; the others wait their turn in the order they came. */
export function createSemaphore({ atOnce }: { atOnce: number }) {
  const waiting: (() => void)[] = []
  let running = 0

  /** Calls `begin` when it is its turn, at once or later; whoever has begun says `leave` when done, once. */
  function enter(begin: () => void): void {
    if (running >= atOnce) {
      waiting.push(begin)
    } else {
      running += 1
      begin()
    }
  }

  function leave(): void {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }

  return {
    enter,
    leave,
    async take<Result>(work: () => Promise<Result>): Promise<Result> {
      await new Promise<void>(enter)
      try {
        return await work()
      } finally {
        leave()
      }
    },
    /** nobody works and nobody waits */
    isIdle: () => running === 0,
    waitingCount: () => waiting.length,
  }
}

export type Semaphore = ReturnType<typeof createSemaphore>
