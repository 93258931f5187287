import { formatRupees, paise, toPaise, toRupees } from '../kernel/money.ts'
import type { ShopSettings } from '../settings/setting-groups.ts'
import { findRate, type TaxRate } from './tax-amounts.ts'
import { type DatedRate, selectRates } from './tax-rates.ts'

// Loaded by screens: without zod.

/** Whether sales have tax: the shop has a GSTIN, and is not registered under the composition scheme. */
export const isTaxed = ({ shop, tax }: Pick<ShopSettings, 'shop' | 'tax'>): boolean => shop.gstin !== '' && tax.registration === 'regular'

/** The pieces that the rate of tax counts in one unit of a product. */
export const countTaxPieces = ({ taxPieces, itemsInPack }: { taxPieces?: number | undefined; itemsInPack?: number | undefined }): number =>
  taxPieces ?? itemsInPack ?? 1

interface PricedProduct {
  /** of the day */
  readonly rates: readonly DatedRate[]
  readonly hsnCode: string | null | undefined
  /** rupees, with tax */
  readonly price: number
  readonly pieces: number
}

/**
 * Why the rate of a price is in doubt, as a sentence: its HSN code has none, or the price is between two rates. Undefined for a price that
 * fits, and for a product without an HSN code, which the declarations name.
 */
export function describePriceProblem({ rates, hsnCode, price, pieces }: PricedProduct): string | undefined {
  if (!hsnCode) return undefined
  const own = selectRates({ rates, hsnCode })
  if (own.length === 0) return `HSN code ${hsnCode} has no tax rate.`
  const line = { paid: toPaise(price), pieces }
  const found = findRate({ rates: own, ...line })
  const piece = `${formatRupees(toRupees(paise(Math.ceil(line.paid / pieces))))} a piece`
  if (found === undefined) return `${piece} has no tax rate: those of HSN code ${hsnCode} end below it.`
  return found.isInGap ? `${piece} fits no rate: ${describeGap({ rates: own, ...line })}` : undefined
}

const nameRate = (rate: number): string => `${(rate / 100).toLocaleString('en-IN')} %`

/** The highest price of a piece that keeps a limit of its value without tax. */
const highestPrice = ({ upTo, rate }: { upTo: number; rate: number }) => paise(Math.floor((upTo * (10_000 + rate)) / 10_000))

/** Both sides of a price between two rates. */
function describeGap({ rates, ...line }: { rates: readonly TaxRate[]; paid: ReturnType<typeof paise>; pieces: number }): string {
  const sorted = rates.toSorted((one, other) => (one.upTo ?? Number.POSITIVE_INFINITY) - (other.upTo ?? Number.POSITIVE_INFINITY))
  const index = sorted.findIndex((rate) => findRate({ rates: [rate], ...line }) !== undefined)
  const { upTo = null, rate: lower = 0 } = sorted[index - 1] ?? {}
  const { rate: higher = 0 } = sorted[index] ?? {}
  const limit = upTo ?? 0
  const end = formatRupees(toRupees(highestPrice({ upTo: limit, rate: lower })))
  const start = formatRupees(toRupees(paise(highestPrice({ upTo: limit, rate: higher }) + 1)))
  return `up to ${end} it is ${nameRate(lower)}, from ${start} ${nameRate(higher)}. ${nameRate(higher)} is used.`
}
