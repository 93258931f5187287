import type { Category } from '#contract/catalog/categories.ts'
import type { ProductDetails } from '#contract/catalog/product-details.ts'
import { toPaise } from '#contract/kernel/money.ts'
import { countTaxPieces, describePriceProblem } from '#contract/tax/price-problems.ts'
import type { DatedRate } from '#contract/tax/tax-rates.ts'
import { callSignedIn } from '../../session/call-signed-in.ts'
import { hasRight } from '../../session/has-right.ts'
import { useSession } from '../../session/session.ts'
import { useResource } from '../kit/use-resource.ts'

/** A category with the HSN code of its products that have none. */
export interface TaxedCategory extends Category {
  readonly hsnCode?: string | null
}

interface Priced {
  /** rupees; a text is what was typed */
  readonly price: number | string
  /** the key of its category */
  readonly category: string
  /** none for a new product */
  readonly details?: ProductDetails | undefined
  readonly categories: readonly TaxedCategory[]
}

export type DescribePriceProblem = (priced: Priced) => string | undefined

/** The rates of today; undefined in a shop whose sales have no tax, and for administrators who may not see them. */
async function loadRates(): Promise<readonly DatedRate[] | undefined> {
  if (!hasRight(useSession.getState().user, 'settings')) return undefined
  const { rates, isTaxed } = await callSignedIn('GET /tax-rates', {})
  if (!isTaxed) return undefined
  return rates
    .filter(({ state }) => state === 'now')
    .map(({ hsnPrefix, upTo, rate }) => ({ hsnPrefix, upTo: upTo === null ? null : toPaise(upTo), rate: Math.round(rate * 100) }))
}

/** Undefined for a text that is no price. */
function toPrice(typed: number | string): number | undefined {
  const price = typeof typed === 'number' ? typed : Number(typed.replace(/[₹,\s]/g, '') || Number.NaN)
  return price > 0 && price < 100_000_000 ? price : undefined
}

/** Tells why the tax rate of a price is in doubt. Silent in a shop whose sales have no tax, and when the rates could not be loaded. */
export function usePriceProblem(): DescribePriceProblem {
  const { data: rates } = useResource({ id: 'rates', load: loadRates })
  return ({ price: typed, category, details = {}, categories }) => {
    const price = toPrice(typed)
    if (rates === undefined || price === undefined) return undefined
    const hsnCode = details.hsnCode ?? categories.find(({ key }) => key === category)?.hsnCode
    return describePriceProblem({ rates, hsnCode, price, pieces: countTaxPieces(details) })
  }
}
