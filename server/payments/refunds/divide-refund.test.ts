import fc from 'fast-check'
import { expect, test } from 'vitest'
import { paise } from '#contract/kernel/money.ts'
import { fuzzRuns } from '#testing/fuzz/fuzz-runs.ts'
import { divideRefund, minRefund } from './divide-refund.ts'

const divide = (amount: number, ...remaining: number[]) => divideRefund({ amount: paise(amount), remaining: remaining.map(paise) })

test.each([
  [[500, 1_000], [500]],
  [
    [1_500, 1_000, 800],
    [1_000, 500],
  ],
  [
    [400, 1_000, 800],
    [400, 0],
  ],
  [
    [1_050, 1_000, 800],
    [950, 100],
  ],
  [
    [1_050, 1_000, 80],
    [1_000, 0],
  ],
  [
    [150, 120, 800],
    [120, 0],
  ],
  [
    [300, 0, 800],
    [0, 300],
  ],
  [[0, 1_000], [0]],
] as const)('%j is refunded as %j', ([amount, ...remaining], parts) => {
  expect(divide(amount, ...remaining)).toEqual(remaining.map((_, index) => parts[index] ?? 0))
})

test('the parts of a refund are never more than it, than their payments, or less than the provider takes', () => {
  const amounts = fc.integer({ min: 0, max: 2_000 })
  fc.assert(
    fc.property(amounts, fc.array(amounts, { minLength: 1, maxLength: 2 }), (wanted, remaining) => {
      const amount = Math.min(
        wanted,
        remaining.reduce((sum, each) => sum + each, 0),
      )
      const parts = divide(amount, ...remaining)
      for (const [index, part] of parts.entries()) {
        expect(part === 0 || part >= minRefund).toBe(true)
        expect(part).toBeLessThanOrEqual(remaining[index] ?? 0)
      }
      const sum = parts.reduce<number>((total, part) => total + part, 0)
      expect(sum).toBeLessThanOrEqual(amount)
      expect(sum).toBeGreaterThan(amount - minRefund * remaining.length)
    }),
    fuzzRuns({ runs: 100 }),
  )
})
