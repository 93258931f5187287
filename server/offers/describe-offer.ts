import { type Paise, toRupees } from '#contract/kernel/money.ts'
import type { DescribedOffer } from '#contract/offers/offer-sentences.ts'
import { nameGift, type Offer } from './offer.ts'

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
