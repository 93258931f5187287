import { paise, toRupees } from '#contract/kernel/money.ts'
import { sumPaise } from '#contract/kernel/pricing.ts'
import { describeMissing, type MissingForOffer } from '#contract/offers/offer-sentences.ts'
import { findGiftLine, listLinesInScope, type Offer, type OfferLine, toDescribedOffer } from './offer-rules.ts'
import { calculateDiscount, chooseOffers, countTotal, findRefusal, type OfferCart } from './rules.ts'
import { countSetItems } from './set-rules.ts'

/** Who would have to add more items than this is not told. */
const mostMissingItems = 5

interface Step {
  readonly missing: MissingForOffer
  /** what would be added, one line of items in the scope of the offer */
  readonly added: OfferLine
  /** how many items the offer counts then */
  readonly items: number
}

/** What would bring a cart to an offer: more items, a larger total, or the gift. */
function listSteps({ offer, lines }: { offer: Offer; lines: readonly OfferLine[] }): Step[] {
  const inScope = listLinesInScope({ offer, lines })
  const cheapest = inScope.toSorted((one, other) => one.price - other.price)[0]
  if (!cheapest) return []
  const items = inScope.reduce((sum, { quantity }) => sum + quantity, 0)
  const steps: Step[] = []
  const line = lines.length + 1
  const addItems = (count: number) => {
    if (count <= mostMissingItems)
      steps.push({ missing: { items: count }, added: { ...cheapest, line, quantity: count }, items: items + count })
  }
  const size = countSetItems(offer)
  if (size > 0 && items % size > 0) addItems(size - (items % size))
  const tier = offer.kind === 'quantity' ? offer.tiers.find((each) => each.items > items) : undefined
  if (tier) addItems(tier.items - items)
  const short = offer.least === null ? 0 : offer.least - countTotal({ offer, lines })
  if (short > 0)
    steps.push({ missing: { rupees: toRupees(paise(short)) }, added: { ...cheapest, line, price: paise(short), quantity: 1 }, items })
  const { gift } = offer
  const isGiftMissing = gift?.isInStock && short <= 0 && !findGiftLine({ offer, lines })
  if (isGiftMissing) {
    const added = { ...cheapest, line, productId: gift.productId, size: gift.size, price: gift.price, quantity: 1 }
    steps.push({ missing: 'gift', added, items })
  }
  return steps
}

/**
 * What is missing in a cart for the nearest offer without a code that would lower its price more than the present one, as a sentence;
 * undefined without one. Offers for paying online are named beside the sum.
 */
export function describeNextOffer({ offers, code, cart }: { offers: readonly Offer[]; code: string | null; cart: OfferCart }) {
  const present =
    0 - sumPaise(chooseOffers({ offers, code, cart: { ...cart, payment: 'delivery' } }).adjustments.map(({ amount }) => amount))
  const automatic = offers.filter((offer) => offer.code === null && offer.kind !== 'pay_online')
  const steps = automatic.flatMap((offer) =>
    listSteps({ offer, lines: cart.lines }).flatMap((step) => {
      const { added } = step
      // A gift is added to a total that is not counted with it.
      const isGiftToCome = offer.gift !== null && step.missing !== 'gift' && !findGiftLine({ offer, lines: cart.lines })
      const gift = offer.gift?.isInStock ? { ...added, ...offer.gift, line: added.line + 1, quantity: 1 } : undefined
      const lines = [...cart.lines, added, ...(isGiftToCome && gift ? [gift] : [])]
      if (findRefusal({ offer, cart: { ...cart, lines } })) return []
      const discount = 0 - sumPaise(calculateDiscount({ offer, lines }).map(({ amount }) => amount))
      return discount > present ? [{ ...step, offer, price: added.price * added.quantity }] : []
    }),
  )
  const [nearest] = steps.toSorted((one, other) => one.price - other.price)
  return nearest && describeMissing({ ...nearest, offer: toDescribedOffer(nearest.offer) })
}
