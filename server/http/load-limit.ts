/** How many requests may be under way at once, at the least and at the most. */
const inFlight = { least: 30, most: 400 } as const

/** Milliseconds: a mean above the first is too slow, below the second there is room; far enough under a second for the slowest. */
const slowMs = 250
const quickMs = 120

/** What of the places is for those who only look. The rest is kept for those who buy. */
const lookersShare = 0.6

/**
 * Finds out how much the server can do at once: the more slowly it answers, the fewer requests it takes on. Fixed
 * numbers would be wrong for another machine, another database, another day. Pure but for its counts.
 */
export function createLoadLimit() {
  let limit: number = inFlight.most
  let running = 0
  let answered = 0
  let spent = 0

  return {
    /** Is there a place? Whoever gets one calls `leave`. */
    enter({ isBuyer }: { isBuyer: boolean }): boolean {
      if (running >= (isBuyer ? limit : limit * lookersShare)) return false
      running += 1
      return true
    },
    leave({ milliseconds }: { milliseconds: number }): void {
      running -= 1
      answered += 1
      spent += milliseconds
    },
    /** Looks back at the time since the last call. `lag`: milliseconds that requests waited before anything saw them. */
    adjust({ lag }: { lag: number }): void {
      const mean = lag + (answered === 0 ? 0 : spent / answered)
      answered = 0
      spent = 0
      if (mean > slowMs) limit = Math.max(inFlight.least, Math.floor(limit * 0.75))
      else if (mean < quickMs) limit = Math.min(inFlight.most, limit + 10)
    },
    places: () => limit,
  }
}

export type LoadLimit = ReturnType<typeof createLoadLimit>
