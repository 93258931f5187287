import { groupBy } from '#contract/kernel/group-by.ts'
import { formatRupees } from '#contract/kernel/money.ts'
import type { ShownTaxRate } from '#contract/tax/tax-rate-calls.ts'

/** `61…`, or a whole HSN code. */
export const nameCodes = ({ hsnPrefix }: Pick<ShownTaxRate, 'hsnPrefix'>): string => (hsnPrefix.length < 8 ? `${hsnPrefix}…` : hsnPrefix)

/** `5 %` */
export const nameRate = ({ rate }: Pick<ShownTaxRate, 'rate'>): string => `${rate.toLocaleString('en-IN')} %`

/** The value of a piece that a rate is for. Rates of the same codes that count on the same days have the other values. */
export function describeValue({ rate, rates }: { rate: ShownTaxRate; rates: readonly ShownTaxRate[] }): string {
  if (rate.upTo !== null) return `up to ${formatRupees(rate.upTo)}`
  const limits = rates.flatMap((other) => (other.hsnPrefix === rate.hsnPrefix && areTogether(rate, other) ? (other.upTo ?? []) : []))
  return limits.length === 0 ? 'any' : `above ${formatRupees(Math.max(...limits))}`
}

const areTogether = (one: ShownTaxRate, other: ShownTaxRate): boolean =>
  (other.toDay === null || one.fromDay <= other.toDay) && (one.toDay === null || other.fromDay <= one.toDay)

/** Codes whose rates of today end at a limit: pieces above it have no rate. */
export function listMissingTops(rates: readonly ShownTaxRate[]): { codes: string; above: number }[] {
  const current = rates.filter(({ state }) => state === 'now')
  const byPrefix = groupBy(current, ({ hsnPrefix }) => hsnPrefix)
  return [...byPrefix].flatMap(([hsnPrefix, own]) =>
    own.some(({ upTo }) => upTo === null)
      ? []
      : [{ codes: nameCodes({ hsnPrefix }), above: Math.max(...own.map(({ upTo }) => upTo ?? 0)) }],
  )
}
