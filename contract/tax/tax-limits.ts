// Apart from tax-rate-calls.ts, because the screen needs no validator.

export const taxLimits = {
  /** rates that count now or later; India has about 5,000 HSN codes, a clothing shop needs a few */
  rates: 500,
  /** products of a sale whose price fits no rate */
  shownProblems: 5,
  /** rupees */
  upTo: 10_000_000,
  /** the last day that can be entered */
  lastDay: '2099-12-31',
} as const
