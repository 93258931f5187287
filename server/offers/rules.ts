import { paise, toRupees } from '#contract/kernel/money.ts'
import { type Adjustment, calculateOrder, divideAmount, sumPaise } from '#contract/kernel/pricing.ts'
import { AppError } from '../kernel/errors.ts'
import { findGiftLine, listLinesInScope, nameGift, type Offer, type OfferLine } from './offer-rules.ts'
import { calculateSets, countSetItems } from './set-rules.ts'

/** The smallest sum that is left to pay: the smallest that payment providers take. */
const minToPay = 100

/** What is known of the person who orders. */
export interface OfferPerson {
  /** how often they have used each offer, by its id */
  readonly uses: ReadonlyMap<string, number>
  readonly hasOrdered: boolean
}

export interface OfferCart {
  readonly lines: readonly OfferLine[]
  readonly payment: 'delivery' | 'online'
  readonly now: Date
  /** undefined for a guest who has not ordered yet */
  readonly person: OfferPerson | undefined
}

/** Why an offer does not count for this cart now; undefined when it does. */
export function findRefusal({ offer, cart }: { offer: Offer; cart: OfferCart }): AppError | undefined {
  const { from, to, least, limitTotal, limitPerson } = offer
  const { now, person, lines } = cart
  if (!offer.active || (to !== null && now >= to)) return new AppError('offer_over')
  if (from !== null && now < from) return new AppError('offer_not_yet')
  if (limitTotal !== null && offer.used >= limitTotal) return new AppError('offer_used_up')
  if (limitPerson !== null && (person?.uses.get(offer.id) ?? 0) >= limitPerson) return new AppError('offer_used_before')
  if (offer.firstOrder && person?.hasOrdered) return new AppError('offer_first_order')
  // An open payment is no order yet.
  if (offer.firstOrder && (person?.uses.get(offer.id) ?? 0) > 0) return new AppError('offer_used_before')
  if (listLinesInScope({ offer, lines }).length === 0) return new AppError('offer_not_for_items')
  if (least !== null && countTotal({ offer, lines }) < least) return new AppError('offer_cart_too_small', { least: toRupees(least) })
  return findSetRefusal({ offer, lines })
}

interface OfferLines {
  readonly offer: Offer
  readonly lines: readonly OfferLine[]
}

/** The total that the smallest total of an offer is compared with: without one item of its gift. */
export const countTotal = ({ offer, lines }: OfferLines): number =>
  calculateOrder({ lines }).total - (findGiftLine({ offer, lines })?.price ?? 0)

/** Why an offer for sets or a gift reduces nothing. */
function findSetRefusal({ offer, lines }: OfferLines): AppError | undefined {
  const size = countSetItems(offer)
  if (size === 0 && offer.gift === null) return undefined
  if (offer.gift !== null && !findGiftLine({ offer, lines })) return new AppError('offer_gift_missing', { gift: nameGift(offer) })
  const count = listLinesInScope({ offer, lines }).reduce((sum, { quantity }) => sum + quantity, 0)
  if (count < size) return new AppError('offer_too_few_items', { items: size })
  if (calculateSets({ offer, lines }).base === 0) return new AppError('offer_saves_nothing')
}

/** A percentage of an amount, rounded up to the unit in favour of the shopper, but never above the whole units of the amount. */
function calculatePercentage({ amount, percent, unit }: { amount: number; percent: number; unit: number }): number {
  const [product, divisor] = [amount * percent, 100 * unit]
  const rest = product % divisor
  const rounded = ((product - rest) / divisor + (rest > 0 ? 1 : 0)) * unit
  return Math.min(rounded, amount - (amount % unit))
}

interface DiscountRequest {
  readonly offer: Offer
  readonly lines: readonly OfferLine[]
  /** discounts that come before it, with a share for each line */
  readonly before?: readonly Adjustment[]
}

const toAdjustment = ({ offer, line, amount }: { offer: Offer; line: number | null; amount: number }): Adjustment => ({
  line,
  kind: 'discount',
  labelCode: offer.code ?? offer.title,
  amount: paise(amount),
  data: { offerId: offer.id },
})

/** The discount of sets and gifts, which comes before all others. What has a price and what is free are exact to the paisa. */
function calculateSetDiscount({ offer, lines }: OfferLines): Adjustment[] {
  const { base, weights } = calculateSets({ offer, lines })
  const { total } = calculateOrder({ lines })
  const { getPercent: percent } = offer
  const unit = total % 100 === 0 ? 100 : 1
  const wanted = percent === null || percent === 100 ? base : calculatePercentage({ amount: base, percent, unit })
  const discount = Math.min(wanted, offer.most ?? Number.POSITIVE_INFINITY, total - minToPay)
  if (discount <= 0) return []
  const parts = divideAmount({ amount: paise(-discount), weights: [...weights.values()] })
  return [...weights.keys()].flatMap((line, index) => (parts[index] ? [toAdjustment({ offer, line, amount: parts[index] })] : []))
}

/**
 * The discount of an offer as shares of the lines in its scope; none when there is nothing to reduce. A total of whole rupees stays one
 * after a percentage, and ₹1 is left to pay.
 */
export function calculateDiscount({ offer, lines, before = [] }: DiscountRequest): Adjustment[] {
  if (countSetItems(offer) > 0 || offer.gift !== null) return calculateSetDiscount({ offer, lines })
  const order = calculateOrder({ lines, adjustments: before })
  const inScope = listLinesInScope({ offer, lines })
  const items = inScope.reduce((sum, { quantity }) => sum + quantity, 0)
  const tier = offer.tiers.findLast((each) => each.items <= items)
  const percent = offer.kind === 'quantity' ? (tier?.percent ?? 0) : offer.percent
  const numbers = new Set(inScope.map(({ line }) => line))
  const base = sumPaise(order.lines.flatMap(({ line, toPay }) => (numbers.has(line) ? [toPay] : [])))
  const unit = order.total % 100 === 0 ? 100 : 1
  const wanted = percent === null ? (offer.amount ?? 0) : calculatePercentage({ amount: base, percent, unit })
  const discount = Math.min(wanted, base, offer.most ?? Number.POSITIVE_INFINITY, order.toPay - minToPay)
  if (discount <= 0) return []
  const earlier = before.filter(({ line }) => line !== null && numbers.has(line))
  const adjustment = toAdjustment({ offer, line: null, amount: -discount })
  return calculateOrder({ lines: inScope, adjustments: [...earlier, adjustment] }).adjustments.slice(earlier.length)
}

/** An offer that counts, with its discount. */
export interface AppliedOffer {
  readonly offer: Offer
  readonly adjustments: readonly Adjustment[]
}

const sumDiscount = ({ adjustments }: AppliedOffer): number => 0 - sumPaise(adjustments.map(({ amount }) => amount))

/** The offer with the largest discount; of equal ones that of the code, then the oldest. */
function findBest(candidates: readonly AppliedOffer[]): AppliedOffer | undefined {
  const [best] = candidates
    .filter(({ adjustments }) => adjustments.length > 0)
    .toSorted(
      (one, other) =>
        sumDiscount(other) - sumDiscount(one) ||
        Number(other.offer.code !== null) - Number(one.offer.code !== null) ||
        (one.offer.id < other.offer.id ? -1 : 1),
    )
  return best
}

export interface OfferChoice {
  /** one at most, and beside it one for online payments */
  readonly applied: readonly AppliedOffer[]
  readonly adjustments: readonly Adjustment[]
  /** why the code does not count */
  readonly refusal: AppError | undefined
}

/** The best offer for paying online, beside the discounts that come before it; undefined without one. */
export function chooseOnlineOffer({ offers, cart, before }: OnlineChoice): AppliedOffer | undefined {
  const valid = offers.filter((offer) => offer.kind === 'pay_online' && !findRefusal({ offer, cart }))
  return findBest(valid.map((offer) => ({ offer, adjustments: calculateDiscount({ offer, lines: cart.lines, before }) })))
}

interface OnlineChoice {
  readonly offers: readonly Offer[]
  readonly cart: OfferCart
  readonly before: readonly Adjustment[]
}

/**
 * Chooses the offers of a cart: of the code and those that apply by themselves the best one, and for an online payment the best of its
 * offers. `code`: as the shopper entered it; `offers`: the one with this code and all without one.
 */
export function chooseOffers({ offers, code, cart }: { offers: readonly Offer[]; code: string | null; cart: OfferCart }): OfferChoice {
  const entered = code === null ? undefined : offers.find((offer) => offer.code === code)
  const refusal = code === null ? undefined : entered ? findRefusal({ offer: entered, cart }) : new AppError('offer_unknown')
  const valid = offers.filter((offer) => (offer.code === null || offer === entered) && !findRefusal({ offer, cart }))
  const apply = (before: readonly Adjustment[]) => (offer: Offer) => ({
    offer,
    adjustments: calculateDiscount({ offer, lines: cart.lines, before }),
  })
  const best = findBest(valid.filter(({ kind }) => kind !== 'pay_online').map(apply([])))
  const first = best?.adjustments ?? []
  const online = cart.payment === 'online' ? chooseOnlineOffer({ offers: valid, cart, before: first }) : undefined
  const applied = [best, online].filter((each) => each !== undefined)
  return { applied, adjustments: applied.flatMap(({ adjustments }) => adjustments), refusal }
}
