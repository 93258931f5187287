import { type Paise, toRupees } from '#contract/kernel/money.ts'
import type { OfferKind } from '#contract/offers/offer-kinds.ts'
import type { OfferScope, OfferTier } from '#contract/offers/offer-schemas.ts'
import type { DescribedOffer } from '#contract/offers/offer-sentences.ts'

export interface Offer {
  readonly id: string
  readonly title: string
  readonly code: string | null
  readonly kind: OfferKind
  readonly percent: number | null
  readonly amount: Paise | null
  readonly tiers: readonly OfferTier[]
  /** the items of a set: all that `setPrice` is for, or those that are paid in full */
  readonly buyItems: number | null
  /** the items of a set that cost `getPercent` less */
  readonly getItems: number | null
  readonly getPercent: number | null
  readonly setPrice: Paise | null
  readonly gift: OfferGift | null
  readonly most: Paise | null
  readonly least: Paise | null
  readonly scope: OfferScope
  /** the only category or collection that it is for; null: others */
  readonly scopeName: string | null
  readonly from: Date | null
  readonly to: Date | null
  readonly limitTotal: number | null
  readonly limitPerson: number | null
  readonly firstOrder: boolean
  readonly isPublic: boolean
  /** false: an administrator has ended it */
  readonly active: boolean
  readonly used: number
}

export interface OfferGift {
  readonly productId: string
  /** null: any size */
  readonly size: string | null
  readonly name: string
  readonly price: Paise
  /** whether one can be added to a cart */
  readonly isInStock: boolean
}

/** A product as offers see it. */
export interface OfferProduct {
  readonly category: string
  readonly collectionIds: readonly string[]
  /** a sale has lowered its price */
  readonly isOnSale: boolean
}

/** A line of a cart or an order, with what offers ask of its product. */
export interface OfferLine extends OfferProduct {
  readonly line: number
  readonly price: Paise
  readonly quantity: number
  readonly productId: string
  readonly size: string | null
}

/** Whether an offer concerns a product. */
export function isInScope({ scope, product }: { scope: OfferScope; product: OfferProduct & { readonly productId: string } }): boolean {
  const { kind, ids, notOnSale } = scope
  if (notOnSale && product.isOnSale) return false
  if (kind === 'all') return true
  if (kind === 'categories') return ids.includes(product.category)
  if (kind === 'collections') return product.collectionIds.some((id) => ids.includes(id))
  return ids.includes(product.productId)
}

/** The lines that an offer concerns. */
export const listLinesInScope = ({ offer: { scope }, lines }: { offer: Offer; lines: readonly OfferLine[] }) =>
  lines.filter((line) => isInScope({ scope, product: line }))

/** The line with the gift of an offer; undefined when the cart has none. */
export const findGiftLine = ({ offer: { gift }, lines }: { offer: Offer; lines: readonly OfferLine[] }): OfferLine | undefined =>
  gift === null
    ? undefined
    : lines.find(({ productId, size }) => productId === gift.productId && (gift.size === null || size === gift.size))

/** The gift as sentences name it; empty without one. */
export const nameGift = ({ gift }: Offer): string => (gift === null ? '' : `${gift.name}${gift.size === null ? '' : `, size ${gift.size}`}`)

const rupeesOrNull = (amount: Paise | null) => (amount === null ? null : toRupees(amount))

/** An offer as sentences name it. */
export const toDescribedOffer = ({ amount, setPrice, most, least, scope, scopeName, ...offer }: Offer): DescribedOffer => ({
  ...offer,
  tiers: [...offer.tiers],
  amount: rupeesOrNull(amount),
  setPrice: rupeesOrNull(setPrice),
  most: rupeesOrNull(most),
  least: rupeesOrNull(least),
  gift: nameGift({ ...offer, amount, setPrice, most, least, scope, scopeName }) || null,
  scopeName: scope.kind === 'all' ? null : (scopeName ?? undefined),
  notOnSale: scope.notOnSale,
})
