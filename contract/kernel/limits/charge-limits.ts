/** The limits of charges. */
export const chargeLimits = {
  /** for shipping or for cash on delivery */
  rupees: 2_000,
  /** from which shipping can be free */
  freeFromRupees: 100_000,
} as const
