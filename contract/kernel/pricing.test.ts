import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fuzzRuns } from '#testing/fuzz/fuzz-runs.ts'
import { paise } from './money.ts'
import { type Adjustment, calculateOrder, calculateTotalRupees, removeItems, sumAdjustments, sumPaise } from './pricing.ts'

const discount = (amount: number, line: number | null = null): Adjustment => ({
  line,
  kind: 'discount',
  labelCode: 'TEST',
  amount: paise(amount),
})
const fee = (amount: number): Adjustment => ({ line: null, kind: 'fee', labelCode: 'TEST', amount: paise(amount) })
const line = (price: number, quantity = 1) => ({ price: paise(price), quantity })

test('a subtotal is the price times the quantity, and the total adds up all lines', () => {
  const { lines, total, toPay } = calculateOrder({ lines: [line(129_950, 2), line(1, 99)] })
  expect(lines.map(({ subtotal }) => subtotal)).toEqual([259_900, 99])
  expect([total, toPay]).toEqual([259_999, 259_999])
})

test('nothing costs nothing', () => {
  expect(calculateOrder({ lines: [] })).toEqual({ lines: [], adjustments: [], total: 0, adjustment: 0, toPay: 0 })
  expect(sumPaise([])).toBe(0)
})

test('amounts with paise add up exactly', () => {
  expect(calculateTotalRupees([0.1, 0.2, 19.99].map((price) => ({ price, quantity: 3 })))).toBe(60.87)
})

test('a quantity that is not whole is an error', () => {
  expect(() => calculateOrder({ lines: [line(101, 0.5)] })).toThrow(RangeError)
})

test('a discount of the order is divided by the amounts of its lines, and the largest remainders get the last paise', () => {
  const { lines, adjustments, toPay } = calculateOrder({ lines: [line(100), line(100), line(100)], adjustments: [discount(-100)] })
  expect(lines.map(({ adjustment }) => adjustment)).toEqual([-34, -33, -33])
  expect(adjustments.map(({ line: number, amount }) => [number, amount])).toEqual([
    [1, -34],
    [2, -33],
    [3, -33],
  ])
  expect(toPay).toBe(200)
})

test('a discount of a line comes before one of the order, which then divides what is left', () => {
  const { lines } = calculateOrder({ lines: [line(100), line(100)], adjustments: [discount(-50), discount(-100, 2)] })
  expect(lines.map(({ toPay }) => toPay)).toEqual([50, 0])
})

test('a fee of the order is in no line', () => {
  const { lines, adjustment, toPay } = calculateOrder({ lines: [line(100)], adjustments: [fee(30), discount(-10)] })
  expect([lines[0]?.toPay, adjustment, toPay]).toEqual([90, 20, 120])
})

test('a discount that is larger than what it reduces is an error, and so is one of an unknown line', () => {
  for (const adjustment of [discount(-101), discount(-101, 1), discount(-1, 2)])
    expect(() => calculateOrder({ lines: [line(100)], adjustments: [adjustment] })).toThrow(RangeError)
})

test('adjustments of one code are read as one', () => {
  const { adjustments } = calculateOrder({ lines: [line(100), line(50)], adjustments: [discount(-30), fee(10)] })
  expect(sumAdjustments(adjustments)).toEqual([
    { kind: 'discount', labelCode: 'TEST', amount: -30 },
    { kind: 'fee', labelCode: 'TEST', amount: 10 },
  ])
})

describe('any order', () => {
  const anyLine = fc.record({ price: fc.integer({ min: 1, max: 10_000_000 }).map(paise), quantity: fc.integer({ min: 1, max: 99 }) })
  /** Lines, and adjustments that are never more than what they reduce. */
  const anyOrder = fc
    .record({
      lines: fc.array(anyLine, { minLength: 1, maxLength: 20 }),
      parts: fc.array(fc.record({ part: fc.double({ min: 0, max: 1, noNaN: true }), at: fc.option(fc.nat(19)), isFee: fc.boolean() }), {
        maxLength: 6,
      }),
    })
    .map(({ lines: priced, parts }) => {
      const lines = priced.map((each, index) => ({ ...each, line: index + 1 }))
      const adjustments: Adjustment[] = []
      for (const { part, at, isFee } of parts) {
        if (isFee) adjustments.push(fee(1 + Math.floor(part * 10_000)))
        else {
          const number = at === null ? null : (at % lines.length) + 1
          const { lines: current } = calculateOrder({ lines, adjustments })
          const left = current.filter((each) => number === null || each.line === number).reduce((sum, { toPay }) => sum + toPay, 0)
          // Discounts of lines are applied before those of the order.
          const isFirst = number === null || adjustments.every(({ line: of, kind }) => of !== null || kind === 'fee')
          const amount = Math.floor(part * left)
          if (amount > 0 && isFirst) adjustments.push(discount(-amount, number))
        }
      }
      return { lines, adjustments }
    })

  test('has line discounts that add up to its discounts, and no line below 0', () => {
    fc.assert(
      fc.property(anyOrder, (order) => {
        const totals = calculateOrder(order)
        const expected = order.adjustments.reduce((sum, { amount }) => sum + amount, 0)
        const fees = order.adjustments.filter(({ amount }) => amount > 0).reduce((sum, { amount }) => sum + amount, 0)
        expect(totals.adjustment).toBe(expected)
        expect(totals.toPay).toBe(totals.total + expected)
        expect(sumPaise(totals.lines.map(({ adjustment }) => adjustment))).toBe(expected - fees)
        expect(totals.lines.every(({ toPay }) => toPay >= 0)).toBe(true)
        expect(sumAdjustments(totals.adjustments).reduce((sum, { amount }) => sum + amount, 0)).toBe(expected)
        // What is stored is calculated again to the same amounts.
        expect(calculateOrder({ lines: order.lines, adjustments: totals.adjustments }).lines).toEqual(totals.lines)
      }),
      fuzzRuns({ runs: 100 }),
    )
  })

  test('keeps and refunds together what was paid, whatever is removed in whatever order', () => {
    fc.assert(
      fc.property(anyOrder, fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 12 }), (order, removals) => {
        const paid = calculateOrder(order)
        let current = { lines: order.lines, adjustments: [...paid.adjustments] }
        let refunded = 0
        for (const [which, howMany] of removals) {
          const chosen = current.lines[which % current.lines.length]
          if (!chosen) break
          const before = calculateOrder(current)
          const others = before.lines.filter(({ line: number }) => number !== chosen.line)
          current = removeItems({ ...current, removed: { line: chosen.line, quantity: (howMany % chosen.quantity) + 1 } })
          const after = calculateOrder(current)
          expect(after.lines.filter(({ line: number }) => number !== chosen.line)).toEqual(others)
          expect(after.lines.every(({ toPay }) => toPay >= 0)).toBe(true)
          expect(after.toPay).toBeLessThanOrEqual(before.toPay)
          refunded += before.toPay - after.toPay
          if (current.lines.length === 0) break
        }
        expect(calculateOrder(current).toPay + refunded).toBe(paid.toPay)
      }),
      fuzzRuns({ runs: 100 }),
    )
  })
})
