import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { paise } from '#contract/kernel/money.ts'
import { calculateOrder, sumPaise } from '#contract/kernel/pricing.ts'
import { fuzzRuns } from '#testing/fuzz/fuzz-runs.ts'
import type { Offer, OfferLine } from './offer-rules.ts'
import { chooseOffers, findRefusal, type OfferCart } from './rules.ts'

const now = new Date('2026-11-23T10:00:00Z')
const all = { kind: 'all', ids: [], notOnSale: false } as const

const offer = (more: Partial<Offer> = {}): Offer => ({
  id: 'offer',
  title: 'Ten off',
  code: 'TEN',
  kind: 'percent',
  percent: 10,
  amount: null,
  tiers: [],
  buyItems: null,
  getItems: null,
  getPercent: null,
  setPrice: null,
  gift: null,
  most: null,
  least: null,
  scope: { ...all, ids: [] },
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
const automatic = (more: Partial<Offer>): Offer => offer({ id: 'automatic', code: null, title: 'By itself', ...more })

const line = (price: number, quantity = 1, more: Partial<OfferLine> = {}): OfferLine => ({
  line: 1,
  price: paise(price),
  quantity,
  productId: 'tee',
  size: null,
  category: 'TEE',
  collectionIds: [],
  isOnSale: false,
  ...more,
})
const cart = (lines: readonly OfferLine[], more: Partial<OfferCart> = {}): OfferCart => ({
  lines: lines.map((each, index) => ({ ...each, line: index + 1 })),
  payment: 'delivery',
  now,
  person: undefined,
  ...more,
})
const choose = (offers: readonly Offer[], of: OfferCart, code: string | null = 'TEN') => chooseOffers({ offers, code, cart: of })
const discountOf = (offers: readonly Offer[], of: OfferCart, code: string | null = 'TEN') =>
  0 - sumPaise(choose(offers, of, code).adjustments.map(({ amount }) => amount))

describe('an offer is refused', () => {
  const before = new Date(now.getTime() - 1)
  test.each([
    ['offer_over', { to: now }],
    ['offer_over', { active: false }],
    ['offer_not_yet', { from: new Date(now.getTime() + 1) }],
    ['offer_used_up', { limitTotal: 40, used: 40 }],
    ['offer_used_before', { limitPerson: 2 }],
    ['offer_first_order', { firstOrder: true }],
    ['offer_cart_too_small', { least: paise(100_001) }],
    ['offer_not_for_items', { scope: { ...all, kind: 'categories', ids: ['JOGGER'] } }],
    ['offer_not_for_items', { scope: { ...all, notOnSale: true, ids: [] } }],
    [undefined, { from: now, to: new Date(now.getTime() + 1), limitTotal: 40, used: 39, limitPerson: 3, least: paise(100_000) }],
    [undefined, { from: before }],
  ] as const)('with %s: %j', (code, more) => {
    const person = { uses: new Map([['offer', 2]]), hasOrdered: true }
    const of = cart([line(100_000, 1, { isOnSale: true })], { person })
    expect(findRefusal({ offer: offer(more as Partial<Offer>), cart: of })?.code).toBe(code)
  })

  test('with the code that nobody knows', () => {
    const { refusal, applied } = choose([offer()], cart([line(100_000)]), 'NINE')
    expect([refusal?.code, applied]).toEqual(['offer_unknown', []])
  })

  test('for a first order is refused while an open payment uses it', () => {
    const welcome = offer({ firstOrder: true })
    const refuse = (uses: number) =>
      findRefusal({ offer: welcome, cart: cart([line(100_000)], { person: { uses: new Map([['offer', uses]]), hasOrdered: false } }) })
    expect([refuse(0)?.code, refuse(1)?.code]).toEqual([undefined, 'offer_used_before'])
  })

  test('a guest who has not ordered yet is asked nothing about other orders', () => {
    const welcome = offer({ firstOrder: true, limitPerson: 1 })
    expect(choose([welcome], cart([line(100_000)])).refusal).toBeUndefined()
  })
})

describe('a discount', () => {
  test('is rounded up to whole rupees when the total is whole, and to the paisa when it is not', () => {
    expect(discountOf([offer()], cart([line(99_900)]))).toBe(10_000)
    expect(discountOf([offer()], cart([line(99_905)]))).toBe(9_991)
  })

  test('has a maximum, and leaves ₹1 to pay', () => {
    expect(discountOf([offer({ most: paise(5_000) })], cart([line(99_900)]))).toBe(5_000)
    const flat = offer({ kind: 'amount', percent: null, amount: paise(50_000) })
    expect(discountOf([flat], cart([line(30_000)]))).toBe(29_900)
    expect(discountOf([flat], cart([line(100)]))).toBe(0)
  })

  test('is divided among the lines of its scope only', () => {
    const of = cart([line(100_000), line(50_000, 1, { productId: 'jogger', category: 'JOGGER' })])
    const { adjustments } = choose([offer({ scope: { ...all, kind: 'products', ids: ['jogger'] } })], of)
    expect(adjustments).toMatchObject([{ line: 2, amount: -5_000, labelCode: 'TEN', data: { offerId: 'offer' } }])
    const inCollection = cart([line(100_000, 1, { collectionIds: ['festive'] }), line(50_000)])
    expect(choose([offer({ scope: { ...all, kind: 'collections', ids: ['festive'] } })], inCollection).adjustments).toMatchObject([
      { line: 1 },
    ])
  })

  test('leaves products on sale out when it says so', () => {
    const of = cart([line(100_000, 1, { isOnSale: true }), line(50_000)])
    expect(discountOf([offer({ scope: { ...all, notOnSale: true, ids: [] } })], of)).toBe(5_000)
  })

  test('of a quantity offer is that of the highest step that the items of its scope reach', () => {
    const steps = automatic({
      kind: 'quantity',
      percent: null,
      tiers: [
        { items: 3, percent: 20 },
        { items: 5, percent: 22 },
      ],
    })
    const ofItems = (quantity: number) => discountOf([steps], cart([line(10_000, quantity)]), null)
    expect([2, 3, 4, 5, 9].map(ofItems)).toEqual([0, 6_000, 8_000, 11_000, 19_800])
  })
})

describe('of several offers', () => {
  test('the best one counts, and of equal ones that of the code', () => {
    const better = automatic({ percent: 15 })
    expect(choose([offer(), better], cart([line(100_000)])).applied).toMatchObject([{ offer: { id: 'automatic' } }])
    expect(choose([offer(), automatic({ percent: 10 })], cart([line(100_000)])).applied).toMatchObject([{ offer: { id: 'offer' } }])
  })

  test('one for online payments joins what is left to pay, and only then', () => {
    const online = automatic({ id: 'online', title: 'Prepaid', kind: 'pay_online', percent: 5 })
    expect(discountOf([offer(), online], cart([line(100_000)]))).toBe(10_000)
    expect(discountOf([offer(), online], cart([line(100_000)], { payment: 'online' }))).toBe(14_500)
  })
})

test('whatever the offers and the cart, shares add up to the discount, whole totals stay whole, and ₹1 is left to pay', () => {
  const anyScope = fc.record({
    kind: fc.constantFrom('all' as const, 'categories' as const),
    ids: fc.subarray(['TEE', 'JOGGER']),
    notOnSale: fc.boolean(),
  })
  const anyOffer = fc
    .record({
      kind: fc.constantFrom('percent' as const, 'amount' as const, 'quantity' as const, 'pay_online' as const),
      percent: fc.integer({ min: 1, max: 90 }),
      amount: fc.integer({ min: 1, max: 5_000 }).map((rupees) => paise(rupees * 100)),
      most: fc.option(fc.integer({ min: 1, max: 5_000 }).map((rupees) => paise(rupees * 100))),
      scope: anyScope,
    })
    .map(({ kind, percent, amount, ...rest }) =>
      automatic({
        ...rest,
        id: `${kind} ${percent}`,
        kind,
        percent: kind === 'amount' || kind === 'quantity' ? null : percent,
        amount: kind === 'amount' ? amount : null,
        tiers: kind === 'quantity' ? [{ items: 2, percent }] : [],
      }),
    )
  const anyLine = fc
    .record({
      price: fc.oneof(
        fc.integer({ min: 1, max: 10_000_000 }),
        fc.integer({ min: 1, max: 5_000 }).map((rupees) => rupees * 100),
      ),
      quantity: fc.integer({ min: 1, max: 20 }),
      category: fc.constantFrom('TEE', 'JOGGER'),
      isOnSale: fc.boolean(),
    })
    .map(({ price, quantity, ...more }) => line(price, quantity, more))
  const anyCart = fc
    .tuple(fc.array(anyLine, { minLength: 1, maxLength: 8 }), fc.constantFrom('delivery' as const, 'online' as const))
    .map(([lines, payment]) => cart(lines, { payment }))
  fc.assert(
    fc.property(fc.array(anyOffer, { maxLength: 4 }), anyCart, (offers, of) => {
      const { adjustments, applied } = choose(offers, of, null)
      const discount = 0 - sumPaise(adjustments.map(({ amount }) => amount))
      const order = calculateOrder({ lines: of.lines, adjustments })
      expect(order.toPay).toBe(order.total - discount)
      expect(0 - sumPaise(order.lines.map(({ adjustment }) => adjustment))).toBe(discount)
      expect(order.lines.every(({ toPay }) => toPay >= 0)).toBe(true)
      expect(order.toPay).toBeGreaterThanOrEqual(Math.min(order.total, 100))
      if (order.total % 100 === 0) expect(order.toPay % 100).toBe(0)
      expect(applied.filter(({ offer: { kind } }) => kind !== 'pay_online').length).toBeLessThanOrEqual(1)
      // Nothing else would cost less.
      const others = offers
        .filter(({ kind }) => kind !== 'pay_online')
        .map((each) => discountOf([each], { ...of, payment: 'delivery' }, null))
      const first = applied.find(({ offer: { kind } }) => kind !== 'pay_online')
      const best = 0 - sumPaise((first?.adjustments ?? []).map(({ amount }) => amount))
      expect(best).toBe(Math.max(0, ...others))
    }),
    fuzzRuns({ runs: 200 }),
  )
})
