import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { paise } from '#contract/kernel/money.ts'
import { calculateOrder, sumPaise } from '#contract/kernel/pricing.ts'
import { fuzzRuns } from '#testing/fuzz/fuzz-runs.ts'
import { describeNextOffer } from './next-offer-rules.ts'
import type { Offer, OfferLine } from './offer-rules.ts'
import { calculateDiscount, chooseOffers, findRefusal, type OfferCart } from './rules.ts'

const offer = (more: Partial<Offer>): Offer => ({
  id: 'offer',
  title: 'Set',
  code: null,
  kind: 'fixed_price',
  percent: null,
  amount: null,
  tiers: [],
  buyItems: null,
  getItems: null,
  getPercent: null,
  setPrice: null,
  gift: null,
  most: null,
  least: null,
  scope: { kind: 'all', ids: [], notOnSale: false },
  scopeName: null,
  from: null,
  to: null,
  limitTotal: null,
  limitPerson: null,
  firstOrder: false,
  isPublic: false,
  active: true,
  used: 0,
  ...more,
})
const threeFor999 = offer({ buyItems: 3, setPrice: paise(99_900) })
const twoPlusOne = offer({ kind: 'buy_x_get_y', buyItems: 2, getItems: 1, getPercent: 100 })
const cap = { productId: 'cap', size: 'M', name: 'Blue Cap', price: paise(30_000), isInStock: true }
const freeCap = offer({ kind: 'free_gift', gift: cap, least: paise(200_000) })

/** `[price in rupees, quantity]` of each line */
const linesOf = (...lines: (readonly [number, number?, Partial<OfferLine>?])[]): OfferLine[] =>
  lines.map(([price, quantity = 1, more], index) => ({
    line: index + 1,
    price: paise(Math.round(price * 100)),
    quantity,
    productId: `product ${index}`,
    size: null,
    category: 'TEE',
    collectionIds: [],
    isOnSale: false,
    ...more,
  }))
const sharesOf = (of: Offer, lines: readonly OfferLine[]) =>
  calculateDiscount({ offer: of, lines }).map(({ line, amount }) => [line, amount / 100])
const cartOf = (lines: readonly OfferLine[]): OfferCart => ({ lines, payment: 'delivery', now: new Date(), person: undefined })
const codeOf = (of: Offer, lines: readonly OfferLine[]) => findRefusal({ offer: of, cart: cartOf(lines) })?.code

describe('items for a fixed price', () => {
  test('reduce three items to their price together, divided by their prices to the paisa', () => {
    expect(sharesOf(threeFor999, linesOf([500], [400], [300]))).toEqual([
      [1, -83.75],
      [2, -67],
      [3, -50.25],
    ])
    expect(sharesOf(threeFor999, linesOf([500, 3]))).toEqual([[1, -501]])
  })

  test('count again for each further set, the most expensive items first, and leave the rest at its price', () => {
    expect(sharesOf(threeFor999, linesOf([500, 6], [400]))).toEqual([[1, -1002]])
    expect(sharesOf(threeFor999, linesOf([340, 2], [600, 3]))).toEqual([[2, -801]])
  })

  test('leave a set alone that costs less already', () => {
    expect(sharesOf(threeFor999, linesOf([600, 3], [300, 3]))).toEqual([[1, -801]])
    expect(codeOf(threeFor999, linesOf([300, 3]))).toBe('offer_saves_nothing')
    expect(codeOf(threeFor999, linesOf([600, 2]))).toBe('offer_too_few_items')
  })

  test('count only the products of the offer', () => {
    const kurtas = offer({ ...threeFor999, scope: { kind: 'categories', ids: ['KURTA'], notOnSale: false } })
    expect(sharesOf(kurtas, linesOf([900], [500, 3, { category: 'KURTA' }]))).toEqual([[2, -501]])
    expect(sharesOf(kurtas, linesOf([900], [500, 2, { category: 'KURTA' }]))).toEqual([])
  })
})

describe('buy some, get some for less', () => {
  test('takes the cheapest item of a set, and divides the discount among the items of the set', () => {
    expect(sharesOf(twoPlusOne, linesOf([500], [300], [200]))).toEqual([
      [1, -100],
      [2, -60],
      [3, -40],
    ])
    expect(sharesOf({ ...twoPlusOne, getPercent: 50 }, linesOf([300, 3]))).toEqual([[1, -150]])
  })

  test('never saves less with one more item', () => {
    expect(sharesOf(twoPlusOne, linesOf([1_000, 3], [100]))).toEqual([[1, -1_000]])
  })

  test('keeps to its largest discount', () => {
    expect(sharesOf({ ...twoPlusOne, most: paise(15_000) }, linesOf([300, 3]))).toEqual([[1, -150]])
  })
})

describe('a free gift', () => {
  const gift = { productId: 'cap', size: 'M' }
  test('is free once it is in a cart whose other items reach the amount', () => {
    expect(sharesOf(freeCap, linesOf([2_000], [300, 2, gift]))).toEqual([[2, -300]])
    expect(codeOf(freeCap, linesOf([1_700], [300, 1, gift]))).toBe('offer_cart_too_small')
    expect(codeOf(freeCap, linesOf([2_000]))).toBe('offer_gift_missing')
    expect(codeOf(freeCap, linesOf([2_000], [300, 1, { ...gift, size: 'L' }]))).toBe('offer_gift_missing')
    expect(codeOf(freeCap, linesOf([2_000], [300, 1, gift]))).toBeUndefined()
  })

  test('has any size when the offer names none', () => {
    expect(sharesOf({ ...freeCap, gift: { ...cap, size: null } }, linesOf([2_000], [300, 1, { ...gift, size: 'L' }]))).toEqual([[2, -300]])
  })
})

describe('a cart is told what is missing', () => {
  const next = (offers: readonly Offer[], lines: readonly OfferLine[]) => describeNextOffer({ offers, code: null, cart: cartOf(lines) })
  const tenFrom1500 = offer({ id: 'ten', kind: 'percent', percent: 10, least: paise(150_000) })

  test.each<[string | undefined, Offer[], OfferLine[]]>([
    ['Add 1 more item and 3 cost ₹999.', [threeFor999], linesOf([500, 2])],
    ['Add 2 more items and 3 cost ₹999.', [threeFor999], linesOf([500, 4])],
    [undefined, [threeFor999], linesOf([500, 3])],
    ['Add 5 more items and 6 cost ₹999.', [{ ...threeFor999, buyItems: 6 }], linesOf([500])],
    [undefined, [{ ...threeFor999, buyItems: 7 }], linesOf([500])],
    [undefined, [threeFor999], linesOf([300, 2])],
    ['Add items for ₹500 more and you get 10 % off.', [tenFrom1500], linesOf([1_000])],
    ['Add Blue Cap, size M: it is free with your order of ₹2,000 or more.', [freeCap], linesOf([2_000])],
    ['Add items for ₹200 more and Blue Cap, size M is free.', [freeCap], linesOf([1_800])],
    [undefined, [{ ...freeCap, gift: { ...cap, isInStock: false } }], linesOf([2_000])],
    [undefined, [{ ...threeFor999, code: 'SECRET' }], linesOf([500, 2])],
    [undefined, [{ ...threeFor999, limitTotal: 1, used: 1 }], linesOf([500, 2])],
    [undefined, [{ ...threeFor999, scope: { kind: 'categories', ids: ['KURTA'], notOnSale: false } }], linesOf([500, 2])],
    ['Add 1 more item and 1 of 3 is free.', [twoPlusOne, tenFrom1500], linesOf([400, 2])],
  ])('%s', (sentence, offers, lines) => {
    expect(next(offers, lines)).toBe(sentence)
  })
})

test('any set or gift has shares that add up, reduces no line below 0, and saves no less with one more item', () => {
  const number = (max: number) => fc.integer({ min: 1, max })
  const anyOffer = fc
    .record({
      kind: fc.constantFrom('fixed_price' as const, 'buy_x_get_y' as const, 'free_gift' as const),
      buyItems: fc.integer({ min: 2, max: 4 }),
      getItems: number(3),
      getPercent: number(100),
      setPrice: number(300_000).map(paise),
      most: fc.option(number(200_000).map(paise)),
    })
    .map(({ kind, buyItems, getItems, getPercent, setPrice, most }) => {
      if (kind === 'fixed_price') return offer({ kind, buyItems, setPrice })
      return kind === 'buy_x_get_y' ? offer({ kind, buyItems, getItems, getPercent, most }) : offer({ kind, gift: cap, least: setPrice })
    })
  const anyLine = fc.tuple(fc.integer({ min: 100, max: 500_000 }), number(6), fc.boolean())
  const toLine = ([price, quantity, isGift]: readonly [number, number, boolean]) =>
    [isGift ? 300 : price / 100, quantity, isGift ? { productId: 'cap', size: 'M' } : {}] as const
  fc.assert(
    fc.property(anyOffer, fc.array(anyLine, { minLength: 1, maxLength: 6 }), anyLine, (of, lines, more) => {
      const discountOf = (added: readonly (readonly [number, number, boolean])[]) => {
        const chosen = linesOf(...added.map(toLine))
        const { adjustments } = chooseOffers({ offers: [of], code: null, cart: cartOf(chosen) })
        const order = calculateOrder({ lines: chosen, adjustments })
        const discount = 0 - sumPaise(adjustments.map(({ amount }) => amount))
        expect(order.toPay).toBe(order.total - discount)
        expect(order.lines.every(({ toPay }) => toPay >= 0)).toBe(true)
        expect(order.toPay).toBeGreaterThanOrEqual(100)
        if (of.most !== null) expect(discount).toBeLessThanOrEqual(of.most)
        return discount
      }
      // A percentage is rounded up to a rupee only while the total is whole.
      expect(discountOf([...lines, more])).toBeGreaterThan(discountOf(lines) - 100)
    }),
    fuzzRuns({ runs: 200 }),
  )
})
