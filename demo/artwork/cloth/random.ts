/** Seeded random numbers: the same seed gives the same picture. */
export type Random = {
  /** A number from `low` (included) to `high` (not included). */
  between: (low: number, high: number) => number
  /** An integer seed for a noise filter. */
  seed: () => number
}

export function createRandom({ seed }: { seed: number }): Random {
  let state = (seed * 2654435761) >>> 0
  const next = (): number => {
    // The mulberry32 generator.
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  return {
    between: (low, high) => low + (high - low) * next(),
    seed: () => Math.floor(next() * 9000) + 1,
  }
}
