import { formatRupees } from '../kernel/money.ts'
import type { Offer } from './offer-schemas.ts'

/** An offer as sentences name it; amounts are rupees. */
export interface DescribedOffer
  extends Pick<
    Offer,
    'kind' | 'code' | 'percent' | 'amount' | 'tiers' | 'buyItems' | 'getItems' | 'getPercent' | 'setPrice' | 'most' | 'least' | 'firstOrder'
  > {
  /** the product of a gift with its size */
  readonly gift: string | null
  /** the category or collection that it is for; null: all products; undefined: others */
  readonly scopeName: string | null | undefined
  readonly notOnSale: boolean
}

const formatReduction = ({ percent, amount }: Pick<DescribedOffer, 'percent' | 'amount'>): string =>
  percent === null ? formatRupees(amount ?? 0) : `${percent} %`

const formatTotal = ({ least }: DescribedOffer): string => formatRupees(least ?? 0)

function describeValue(offer: DescribedOffer): string {
  const { kind, tiers, buyItems, getItems, getPercent, setPrice, gift } = offer
  if (kind === 'quantity') return `${tiers.map(({ items, percent }) => `${items} for ${percent} %`).join(', ')} less`
  if (kind === 'fixed_price') return `${buyItems} for ${formatRupees(setPrice ?? 0)}`
  if (kind === 'buy_x_get_y') return `Buy ${buyItems}, get ${getItems} ${getPercent === 100 ? 'free' : `for ${getPercent} % less`}`
  if (kind === 'free_gift') return `Free ${gift} with orders of ${formatTotal(offer)} or more`
  return `${formatReduction(offer)} ${kind === 'pay_online' ? 'when you pay online' : 'less'}`
}

/** `3 for ₹999 on Kurtas`: what an offer gives, and on what it depends. */
export function describeOffer(offer: DescribedOffer): string {
  const { kind, code, scopeName, most, least, firstOrder, notOnSale } = offer
  const scope = scopeName === null ? '' : ` on ${scopeName ?? 'selected items'}`
  const conditions = [
    most !== null && `at most ${formatRupees(most)}`,
    least !== null && kind !== 'free_gift' && `from ${formatRupees(least)}`,
    firstOrder && 'on your first order',
    notOnSale && 'not on sale prices',
    code !== null && `with the code ${code}`,
  ].filter(Boolean)
  return [`${describeValue(offer)}${scope}`, ...conditions].join(', ')
}

/** What a cart lacks for an offer: items, an amount in rupees, or the gift. */
export type MissingForOffer = { readonly items: number } | { readonly rupees: number } | 'gift'

function describeGain(offer: DescribedOffer, items: number): string {
  const { kind, tiers, buyItems, getItems, getPercent, setPrice, gift } = offer
  if (kind === 'fixed_price') return `${buyItems} cost ${formatRupees(setPrice ?? 0)}`
  if (kind === 'free_gift') return `${gift} is free`
  if (kind === 'buy_x_get_y') {
    const reduction = getPercent === 100 ? 'free' : `${getPercent} % less`
    return `${getItems} of ${(buyItems ?? 0) + (getItems ?? 0)} ${getItems === 1 ? 'is' : 'are'} ${reduction}`
  }
  const tier = tiers.findLast((each) => each.items <= items) ?? tiers[0]
  return `you get ${kind === 'quantity' ? `${tier?.percent} %` : formatReduction(offer)} off`
}

/** `Add 1 more item and 3 cost ₹999.` `items`: how many the offer counts with those that are missing. */
export function describeMissing({ offer, missing, items }: { offer: DescribedOffer; missing: MissingForOffer; items: number }): string {
  if (missing === 'gift') return `Add ${offer.gift}: it is free with your order of ${formatTotal(offer)} or more.`
  const gain = describeGain(offer, items)
  if ('rupees' in missing) return `Add items for ${formatRupees(missing.rupees)} more and ${gain}.`
  const { scopeName } = offer
  const scope = scopeName === null ? '' : ` from ${scopeName ?? 'the selected ones'}`
  return `Add ${missing.items.toLocaleString('en-IN')} more ${missing.items === 1 ? 'item' : 'items'}${scope} and ${gain}.`
}
