const collator = new Intl.Collator('en-IN', { numeric: true })

/** Sorts by shelf, `A2` before `A10`; what has no shelf comes last. */
export function compareShelves(a: string | undefined, b: string | undefined): number {
  if (!a || !b) return Number(!a) - Number(!b)
  return collator.compare(a, b)
}
