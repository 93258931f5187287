/** Lets so many pieces of work run at once; the others wait their turn in the order they came. */
export function createTurns({ atOnce }: { atOnce: number }) {
  const waiting: (() => void)[] = []
  let running = 0

  return {
    async take<Result>(work: () => Promise<Result>): Promise<Result> {
      if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
      else running += 1
      try {
        return await work()
      } finally {
        const next = waiting.shift()
        if (next) next()
        else running -= 1
      }
    },
    /** nobody works and nobody waits */
    isIdle: () => running === 0,
    waitingCount: () => waiting.length,
  }
}

export type Turns = ReturnType<typeof createTurns>
