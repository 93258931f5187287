export const offerLimits = {
  /** of a shop, ended ones included */
  offers: 1_000,
  /** that run or are planned: each cart and each list is compared with all of them */
  running: 50,
  perPage: 20,
  usesPerPage: 30,
  titleLength: 60,
  codeLength: 30,
  /** a code as a shopper types it */
  typedCodeLength: 60,
  maxPercent: 90,
  maxRupees: 1_000_000,
  tiers: 10,
  /** products, collections or categories that an offer names */
  scopeIds: 500,
  maxUses: 10_000_000,
} as const
