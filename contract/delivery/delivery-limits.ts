// Apart from delivery-rules.ts, because the screen needs no validator.

export const deliveryLimits = {
  /** rules of a shop, and lines of a file: more than India has PIN codes */
  rules: 50_000,
  perPage: 30,
  /** lines that a reply about a file names */
  shownLines: 200,
  /** rules that a file does not name, of which a reply names some */
  shownMissing: 5,
  shownEvents: 20,
  /** changes of one person */
  shownPersonEvents: 10,
  /** characters */
  reason: 200,
  days: 60,
  advanceRupees: 100_000,
} as const

/** How files name the rule without digits. */
export const restOfIndia = 'Rest of India'
