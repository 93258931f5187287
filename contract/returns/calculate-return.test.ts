import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fuzzRuns } from '#testing/fuzz/fuzz-runs.ts'
import { paise } from '../kernel/money.ts'
import { calculateReturn, type PaidLine } from './calculate-return.ts'

const line = (number: number, quantity: number, price: number, adjustment = 0): PaidLine => ({
  line: number,
  quantity,
  subtotal: paise(price * quantity),
  adjustment: paise(adjustment),
})
const calculate = (figures: Partial<Parameters<typeof calculateReturn>[0]>) =>
  calculateReturn({ lines: [line(1, 3, 10_000, -100)], returned: [], earlier: [], fee: paise(0), left: paise(1_000_000), ...figures })

test('what was paid for the pieces is paid back after their discount, less the fee', () => {
  const { goods, fee, refund } = calculate({ returned: [{ line: 1, quantity: 2 }], fee: paise(10_000) })
  expect([goods, fee, refund]).toEqual([20_000 - 66, 10_000, 20_000 - 66 - 10_000])
})

test('a fee that is larger than the items leaves nothing, and never asks for more', () => {
  const small = [line(1, 1, 5_000)]
  expect(calculate({ lines: small, returned: [{ line: 1, quantity: 1 }], fee: paise(10_000) })).toMatchObject({
    goods: 5_000,
    fee: 5_000,
    refund: 0,
  })
})

test('no more is paid back than is left of the payments', () => {
  expect(calculate({ returned: [{ line: 1, quantity: 3 }], left: paise(1_234) }).refund).toBe(1_234)
})

test('less than a rupee is not paid back', () => {
  expect(calculate({ returned: [{ line: 1, quantity: 1 }], left: paise(99) }).refund).toBe(0)
  expect(calculate({ returned: [{ line: 1, quantity: 1 }], left: paise(100) }).refund).toBe(100)
})

test('pieces that were not ordered cannot be returned', () => {
  expect(() => calculate({ returned: [{ line: 2, quantity: 1 }] })).toThrow(RangeError)
  expect(() => calculate({ returned: [{ line: 1, quantity: 2 }], earlier: [{ line: 1, quantity: 2 }] })).toThrow(RangeError)
})

const lines = fc
  .array(
    fc.record({
      quantity: fc.integer({ min: 1, max: 99 }),
      price: fc.integer({ min: 0, max: 999_999 }),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
    {
      minLength: 1,
      maxLength: 6,
    },
  )
  .map((rows) => rows.map(({ quantity, price, share }, index) => line(index + 1, quantity, price, -Math.floor(quantity * price * share))))

test('returns of single pieces pay back exactly what the lines cost', () => {
  fc.assert(
    fc.property(lines, (ordered) => {
      const earlier: { line: number; quantity: number }[] = []
      let sum = 0
      for (const { line: number, quantity } of ordered) {
        for (let piece = 0; piece < quantity; piece += 1) {
          sum += calculate({ lines: ordered, returned: [{ line: number, quantity: 1 }], earlier, left: paise(10 ** 12) }).goods
          earlier.push({ line: number, quantity: 1 })
        }
      }
      expect(sum).toBe(ordered.reduce((total, each) => total + each.subtotal + each.adjustment, 0))
    }),
    fuzzRuns({ runs: 50 }),
  )
})

test('the shares of the lines add up to the refund, and none is more than its pieces cost', () => {
  fc.assert(
    fc.property(lines, fc.integer({ min: 0, max: 50_000 }), fc.integer({ min: 0, max: 10 ** 9 }), (ordered, fee, left) => {
      const returned = ordered.map(({ line: number, quantity }) => ({ line: number, quantity }))
      const result = calculate({ lines: ordered, returned, fee: paise(fee), left: paise(left) })
      expect(result.lines.reduce((sum, each) => sum + each.refund, 0)).toBe(result.refund)
      for (const each of result.lines) expect(each.refund).toBeLessThanOrEqual(each.goods)
      expect(result.refund).toBeLessThanOrEqual(left)
    }),
    fuzzRuns({ runs: 100 }),
  )
})
