import type { TaxRate } from './tax-amounts.ts'

// Loaded by screens: without zod.

/** A rate of the day on which it was read. */
export interface DatedRate extends TaxRate {
  /** the first 2 to 8 digits of the HSN codes */
  readonly hsnPrefix: string
}

/** The rates of an HSN code: those of its longest prefix. None for a code that no prefix begins. */
export function selectRates<Rate extends DatedRate>({ rates, hsnCode }: { rates: readonly Rate[]; hsnCode: string }): Rate[] {
  const matching = rates.filter(({ hsnPrefix }) => hsnCode.startsWith(hsnPrefix))
  const longest = Math.max(...matching.map(({ hsnPrefix }) => hsnPrefix.length))
  return matching.filter(({ hsnPrefix }) => hsnPrefix.length === longest)
}
