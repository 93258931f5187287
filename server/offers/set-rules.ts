import { type Paise, paise } from '#contract/kernel/money.ts'
import { findGiftLine, listLinesInScope, type Offer, type OfferLine } from './offer-rules.ts'

/** How many items a set of the offer has; 0 for an offer without sets. */
export const countSetItems = ({ kind, buyItems, getItems }: Pick<Offer, 'kind' | 'buyItems' | 'getItems'>): number => {
  if (kind !== 'fixed_price' && kind !== 'buy_x_get_y') return 0
  return (buyItems ?? 0) + (kind === 'buy_x_get_y' ? (getItems ?? 0) : 0)
}

interface Item {
  readonly line: number
  readonly price: Paise
}

const sumPrices = (items: readonly Item[]): number => items.reduce((sum, { price }) => sum + price, 0)

/**
 * The items in complete sets, the most expensive ones together, so that the discount is the largest one and one more item never makes it
 * smaller.
 */
function listSets({ items, size }: { items: readonly Item[]; size: number }): Item[][] {
  const sets = Math.floor(items.length / size)
  return [...Array(sets).keys()].map((index) => items.slice(index * size, (index + 1) * size))
}

interface SetDiscount {
  /** what the discount is a part of: the items that are free or cost less; of a fixed price the discount itself */
  readonly base: number
  /** the sum of the prices of the items in sets, by the number of their line */
  readonly weights: ReadonlyMap<number, number>
}

const sumByLine = (items: readonly Item[]): ReadonlyMap<number, number> => {
  const weights = new Map<number, number>()
  for (const { line, price } of items) weights.set(line, (weights.get(line) ?? 0) + price)
  return weights
}

/**
 * What the sets of an offer or its gift reduce, and the lines among which the discount is divided: all items of the sets, so that a returned
 * item takes its part with it, whether it was paid in full or not. A gift is a line of its own.
 */
export function calculateSets({ offer, lines }: { offer: Offer; lines: readonly OfferLine[] }): SetDiscount {
  const gift = findGiftLine({ offer, lines })
  if (gift) return { base: gift.price, weights: new Map([[gift.line, gift.price]]) }
  const size = countSetItems(offer)
  if (size === 0) return { base: 0, weights: new Map() }
  const sorted = listLinesInScope({ offer, lines }).toSorted((one, other) => other.price - one.price)
  const items = sorted.flatMap(({ line, price, quantity }) => Array<Item>(quantity).fill({ line, price }))
  const sets = listSets({ items, size })
  if (offer.kind === 'buy_x_get_y') {
    const base = sets.reduce((sum, set) => sum + sumPrices(set.slice(offer.buyItems ?? 0)), 0)
    return { base, weights: sumByLine(sets.flat()) }
  }
  const setPrice = offer.setPrice ?? paise(0)
  const cheaper = sets.filter((set) => sumPrices(set) > setPrice)
  return { base: cheaper.reduce((sum, set) => sum + sumPrices(set) - setPrice, 0), weights: sumByLine(cheaper.flat()) }
}
