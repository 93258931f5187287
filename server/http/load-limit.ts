export interface Places {
  /** how much may be under way at once on the slowest machine, and on the quickest; a rendered page counts for several reads */
  readonly least: number
  readonly most: number
  /**
   * So many who buy are let in however slow it is, in a rush of a moment: waiting is better than a refusal, and orders of the
   * same pieces go one after the other in any case. A rush that does not end is met like any other crowd, until nobody is
   * turned away any more.
   */
  readonly rush: number
}

const ofShop: Places = { least: 24, most: 256, rush: 224 }

/** Milliseconds: a mean above the first is too slow, below the second there is room; far enough under a second for the slowest. */
const slowMs = 350
const quickMs = 200

/** A rush may take so many looks back. */
export const rushRounds = 8

/** What of the places is for those who only look. The rest is kept for those who buy. */
const lookersShare = 0.4

export interface Visit {
  readonly isBuyer: boolean
  /** places that it takes */
  readonly weight: number
}

/**
 * Finds out how much the server can do at once: the more slowly it answers, the fewer requests it takes on. Fixed
 * numbers would be wrong for another machine, another database, another day.
 */
export function createLoadLimit({ places = ofShop, now = () => performance.now() }: { places?: Places; now?: () => number } = {}) {
  let limit = places.most
  let taken = 0
  let answered = 0
  let spent = 0
  let turnedAway = 0
  let slowRounds = 0
  const running = new Set<{ readonly began: number }>()

  /** Of those answered lately and of those who still wait: a server that answers nobody is the slowest of all. */
  function readMean(): number {
    const time = now()
    let waited = spent
    for (const { began } of running) waited += time - began
    const count = answered + running.size
    return count === 0 ? 0 : waited / count
  }

  const readBuyersLimit = () => (slowRounds < rushRounds ? Math.max(limit, places.rush) : limit)

  function mayEnter({ isBuyer, weight }: Visit): boolean {
    // Whoever finds the shop empty is let in, whatever they weigh.
    if (taken === 0 || taken + weight <= (isBuyer ? readBuyersLimit() : limit * lookersShare)) return true
    if (isBuyer) turnedAway += 1
    return false
  }

  return {
    /** Are there places for a visit, should it come to it? */
    mayEnter,
    /** Takes the places of a visit and returns how to give them back; undefined when there are not that many. */
    enter(wanted: Visit): (() => void) | undefined {
      if (!mayEnter(wanted)) return undefined
      const { weight } = wanted
      taken += weight
      const visit = { began: now() }
      running.add(visit)
      return () => {
        if (!running.delete(visit)) return
        taken -= weight
        answered += 1
        spent += now() - visit.began
      }
    },
    /** Looks back at the time since the last call. `lag`: milliseconds that requests waited before anything saw them. */
    adjust({ lag }: { lag: number }): void {
      const mean = lag + readMean()
      if (mean > slowMs) slowRounds = Math.min(rushRounds, slowRounds + 1)
      else if (turnedAway === 0) slowRounds = Math.max(0, slowRounds - 1)
      answered = 0
      spent = 0
      turnedAway = 0
      if (mean > slowMs) limit = Math.max(places.least, Math.floor(limit * 0.7))
      else if (mean < quickMs) limit = Math.min(places.most, limit + Math.ceil(places.most / 32))
    },
    places: () => limit,
  }
}

export type LoadLimit = ReturnType<typeof createLoadLimit>
