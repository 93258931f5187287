import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fuzzRuns } from '#testing/fuzz/fuzz-runs.ts'
import { paise, toPaise } from '../kernel/money.ts'
import { findRate, splitCredit, splitTax, type TaxAmounts, type TaxRate } from './tax-amounts.ts'

const rates: readonly TaxRate[] = [
  { upTo: null, rate: 1_800 },
  { upTo: toPaise(2_500), rate: 500 },
]
const highestPrice = toPaise(1_00_00_000)

/** Tax repeats itself each 42 paise at 5 % and each 118 at 18 %: these prices have each of its roundings fifty times. */
const lowPrices = Array.from({ length: toPaise(60) }, (_, index) => index + 1)
/** Where a rate or a gap begins or ends, and two rupees on both sides. */
const pricesAtBorders = [1_000, 1_050, 1_180, 2_500, 2_625, 2_950].flatMap((border) =>
  Array.from({ length: toPaise(4) }, (_, index) => toPaise(border - 2) + index + 1),
)

/** Expects that all these prices, and some to one crore rupees, keep a rule. */
function expectRule(keepsRule: (paid: ReturnType<typeof paise>) => boolean): void {
  expect([...lowPrices, ...pricesAtBorders].filter((paid) => !keepsRule(paise(paid)))).toEqual([])
  fc.assert(
    fc.property(fc.integer({ min: 1, max: highestPrice }), (paid) => keepsRule(paise(paid))),
    fuzzRuns({ runs: 1_000 }),
  )
}

describe.each([500, 1_800])('every price with tax at %i basis points', (rate) => {
  test('in a state is its taxable value and two equal taxes, each within a paisa of the exact one', () => {
    expectRule((paid) => {
      const { taxable, cgst, sgst, igst } = splitTax({ paid, rate, isSameState: true })
      const exact = (paid * rate) / (10_000 + rate) / 2
      return taxable + cgst + sgst === paid && cgst === sgst && igst === 0 && Math.abs(cgst - exact) <= 1 && taxable >= 1 && cgst >= 0
    })
  })

  test('to another state is its taxable value and one tax, within half a paisa of the exact one', () => {
    expectRule((paid) => {
      const { taxable, cgst, sgst, igst } = splitTax({ paid, rate, isSameState: false })
      const exact = (paid * rate) / (10_000 + rate)
      return taxable + igst === paid && cgst === 0 && sgst === 0 && Math.abs(igst - exact) <= 0.5 + 1e-6 && igst >= 0
    })
  })
})

test('an odd paisa of tax in a state belongs to the taxable value', () => {
  expect(splitTax({ paid: toPaise(799), rate: 500, isSameState: true })).toEqual({ taxable: 76_096, cgst: 1_902, sgst: 1_902, igst: 0 })
  expect(splitTax({ paid: toPaise(799), rate: 500, isSameState: false })).toEqual({ taxable: 76_095, cgst: 0, sgst: 0, igst: 3_805 })
})

test('what costs nothing has no tax', () => {
  expect(splitTax({ paid: paise(0), rate: 1_800, isSameState: true })).toEqual({ taxable: 0, cgst: 0, sgst: 0, igst: 0 })
})

describe('the rate of a line', () => {
  test('of every price of a piece is the lower one to ₹2,625, and the higher one from there', () => {
    expectRule((paid) => findRate({ rates, paid, pieces: 1 })?.rate === (paid <= toPaise(2_625) ? 500 : 1_800))
  })

  test('fits neither limit from ₹2,625.01 to ₹2,950', () => {
    expectRule((paid) => findRate({ rates, paid, pieces: 1 })?.isInGap === (paid > toPaise(2_625) && paid <= toPaise(2_950)))
  })

  test('is that of one of its pieces, exactly, whatever their number', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: highestPrice }), fc.integer({ min: 1, max: 1_000 }), (price, pieces) => {
        const one = findRate({ rates, paid: paise(price), pieces: 1 })
        expect(findRate({ rates, paid: paise(price * pieces), pieces })).toEqual(one)
      }),
      fuzzRuns({ runs: 100 }),
    )
    const pack = { rates, pieces: 2 }
    expect(findRate({ ...pack, paid: toPaise(4_000) })).toEqual({ rate: 500, isInGap: false })
    expect(findRate({ ...pack, paid: toPaise(5_250) })).toEqual({ rate: 500, isInGap: false })
    expect(findRate({ ...pack, paid: toPaise(5_250.01) })).toEqual({ rate: 1_800, isInGap: true })
  })

  test('is missing without rates and above the last limit, and is in no gap with one rate', () => {
    expect(findRate({ rates: [], paid: paise(1), pieces: 1 })).toBeUndefined()
    expect(findRate({ rates: rates.slice(1), paid: toPaise(2_625.01), pieces: 1 })).toBeUndefined()
    expect(findRate({ rates: rates.slice(0, 1), paid: toPaise(2_700), pieces: 1 })).toEqual({ rate: 1_800, isInGap: false })
  })

  test('may be lower above a limit, where no price is in a gap', () => {
    const falling: TaxRate[] = [
      { upTo: toPaise(1_000), rate: 1_800 },
      { upTo: null, rate: 500 },
    ]
    expectRule((paid) => findRate({ rates: falling, paid, pieces: 1 })?.isInGap === false)
  })
})

const names = ['taxable', 'cgst', 'sgst', 'igst'] as const
const subtract = (from: TaxAmounts, part: TaxAmounts): TaxAmounts => ({
  taxable: paise(from.taxable - part.taxable),
  cgst: paise(from.cgst - part.cgst),
  sgst: paise(from.sgst - part.sgst),
  igst: paise(from.igst - part.igst),
})
const sumOf = (amounts: TaxAmounts) => names.reduce((sum, name) => sum + amounts[name], 0)
const isNegative = (amounts: TaxAmounts) => names.some((name) => amounts[name] < 0)

/** An amount with its tax, divided into parts. */
const dividedLine = fc
  .record({
    parts: fc.array(fc.oneof(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 1_000_000 })), { minLength: 1, maxLength: 30 }),
    rate: fc.constantFrom(0, 25, 300, 500, 1_200, 1_800, 2_800),
    isSameState: fc.boolean(),
  })
  .map(({ parts, ...line }) => {
    const total = paise(parts.reduce((sum, part) => sum + part, 0))
    return { parts, total, amounts: splitTax({ paid: total, ...line }) }
  })

test('credits of a line in any number of parts are exactly its amounts, and no part is negative', () => {
  fc.assert(
    fc.property(dividedLine, ({ parts, amounts }) => {
      let left = amounts
      for (const credit of parts) {
        const part = splitCredit({ left, credit: paise(credit) })
        expect(sumOf(part)).toBe(credit)
        expect(Math.abs(part.cgst - part.sgst)).toBeLessThanOrEqual(1)
        left = subtract(left, part)
        expect([isNegative(part), isNegative(left)]).toEqual([false, false])
      }
      expect(sumOf(left)).toBe(0)
    }),
    fuzzRuns({ runs: 500 }),
  )
})

describe.each([500, 1_800])('every price with tax at %i basis points that is credited in two parts', (rate) => {
  test.each([true, false])('within a state (%s) has no negative part, and equal taxes', (isSameState) => {
    const isBroken = (part: TaxAmounts) => Math.min(part.taxable, part.cgst, part.sgst, part.igst) < 0 || part.cgst !== part.sgst
    expectRule((paid) => {
      const amounts = splitTax({ paid, rate, isSameState })
      return [1, Math.floor(paid / 3)].every((credit) => {
        const first = splitCredit({ left: amounts, credit: paise(credit) })
        const rest = subtract(amounts, first)
        return !isBroken(first) && !isBroken(rest) && first.taxable + 2 * first.cgst + first.igst === credit
      })
    })
  })
})

test('a line that is credited paisa by paisa ends at nothing', () => {
  const total = toPaise(7.99)
  let left = splitTax({ paid: total, rate: 1_800, isSameState: true })
  for (let credited = 0; credited < total; credited++) {
    const part = splitCredit({ left, credit: paise(1) })
    expect(isNegative(part)).toBe(false)
    left = subtract(left, part)
  }
  expect(left).toEqual({ taxable: 0, cgst: 0, sgst: 0, igst: 0 })
})

test('a credit is at most what is left of its line', () => {
  const total = toPaise(799)
  const left = splitTax({ paid: total, rate: 500, isSameState: true })
  expect(splitCredit({ left, credit: total })).toEqual(left)
  expect(() => splitCredit({ left, credit: paise(total + 1) })).toThrow(RangeError)
  expect(() => splitCredit({ left, credit: paise(-1) })).toThrow(RangeError)
  const nothing = { taxable: paise(0), cgst: paise(0), sgst: paise(0), igst: paise(0) }
  expect(splitCredit({ left: nothing, credit: paise(0) })).toEqual(nothing)
})
