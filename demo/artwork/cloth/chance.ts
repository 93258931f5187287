/** A repeatable source of chance: the same seed lays the same garment down the same way. */
export type Chance = {
  /** A number from `low` (included) to `high` (not included). */
  between: (low: number, high: number) => number
  /** A whole seed for a noise filter. */
  seed: () => number
}

export function createChance({ seed }: { seed: number }): Chance {
  let state = (seed * 2654435761) >>> 0
  const next = (): number => {
    // mulberry32: small, well mixed, and the same on every machine.
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
