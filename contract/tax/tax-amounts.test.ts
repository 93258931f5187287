import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { paise, toPaise } from '../money.ts'
import { findRate, splitCredit, splitTax, type TaxRate } from './tax-amounts.ts'

const rates: readonly TaxRate[] = [
  { upTo: null, rate: 1_800 },
  { upTo: toPaise(2_500), rate: 500 },
]
const highestPrice = toPaise(9_999.99)

/** The first price from 1 paisa to ₹9,999.99 that breaks a rule; undefined when all keep it. */
function findPrice(breaksRule: (paid: ReturnType<typeof paise>) => boolean): number | undefined {
  for (let paid = 1; paid <= highestPrice; paid++) if (breaksRule(paise(paid))) return paid
  return undefined
}

describe.each([500, 1_800])('every price with tax at %i basis points', (rate) => {
  test('in a state is its taxable value and two equal taxes, each within a paisa of the exact one', () => {
    const broken = findPrice((paid) => {
      const { taxable, cgst, sgst, igst } = splitTax({ paid, rate, isSameState: true })
      const exact = (paid * rate) / (10_000 + rate) / 2
      return taxable + cgst + sgst !== paid || cgst !== sgst || igst !== 0 || Math.abs(cgst - exact) > 1 || taxable < 1 || cgst < 0
    })
    expect(broken).toBeUndefined()
  })

  test('to another state is its taxable value and one tax, within half a paisa of the exact one', () => {
    const broken = findPrice((paid) => {
      const { taxable, cgst, sgst, igst } = splitTax({ paid, rate, isSameState: false })
      const exact = (paid * rate) / (10_000 + rate)
      return taxable + igst !== paid || cgst !== 0 || sgst !== 0 || Math.abs(igst - exact) > 0.5 + 1e-6 || igst < 0
    })
    expect(broken).toBeUndefined()
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
    const broken = findPrice((paid) => findRate({ rates, paid, pieces: 1 })?.rate !== (paid <= toPaise(2_625) ? 500 : 1_800))
    expect(broken).toBeUndefined()
  })

  test('fits neither limit from ₹2,625.01 to ₹2,950', () => {
    const broken = findPrice((paid) => findRate({ rates, paid, pieces: 1 })?.isInGap !== (paid > toPaise(2_625) && paid <= toPaise(2_950)))
    expect(broken).toBeUndefined()
  })

  test('is that of one of its pieces, exactly, whatever their number', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: highestPrice }), fc.integer({ min: 1, max: 1_000 }), (price, pieces) => {
        const one = findRate({ rates, paid: paise(price), pieces: 1 })
        expect(findRate({ rates, paid: paise(price * pieces), pieces })).toEqual(one)
      }),
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
    const broken = findPrice((paid) => findRate({ rates: falling, paid, pieces: 1 })?.isInGap !== false)
    expect(broken).toBeUndefined()
  })
})

/** An amount with its tax, divided into parts. */
const dividedLine = fc
  .record({
    parts: fc.array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 1, maxLength: 30 }),
    rate: fc.constantFrom(0, 25, 300, 500, 1_200, 1_800, 2_800),
    isSameState: fc.boolean(),
  })
  .map(({ parts, ...line }) => {
    const total = paise(parts.reduce((sum, part) => sum + part, 0))
    return { parts, total, amounts: splitTax({ paid: total, ...line }) }
  })

test('credits of a line in any number of parts are exactly its amounts', () => {
  fc.assert(
    fc.property(dividedLine, ({ parts, total, amounts }) => {
      const sum = { taxable: 0, cgst: 0, sgst: 0, igst: 0 }
      let credited = 0
      for (const credit of parts) {
        const part = splitCredit({ amounts, total, credited: paise(credited), credit: paise(credit) })
        expect(part.taxable + part.cgst + part.sgst + part.igst).toBe(credit)
        expect(part.cgst).toBe(part.sgst)
        expect(Math.min(part.cgst, part.igst)).toBeGreaterThanOrEqual(0)
        for (const name of ['taxable', 'cgst', 'sgst', 'igst'] as const) sum[name] += part[name]
        credited += credit
      }
      expect(sum).toEqual(amounts)
    }),
  )
})

test('a credit is at most what is left of its line', () => {
  const total = toPaise(799)
  const line = { amounts: splitTax({ paid: total, rate: 500, isSameState: true }), total }
  const credit = (credited: number, now: number) => splitCredit({ ...line, credited: paise(credited), credit: paise(now) })
  expect(credit(0, total)).toEqual(line.amounts)
  expect(() => credit(1, total)).toThrow(RangeError)
  expect(() => credit(0, -1)).toThrow(RangeError)
  const free = { amounts: { taxable: paise(0), cgst: paise(0), sgst: paise(0), igst: paise(0) }, total: paise(0), credited: paise(0) }
  expect(splitCredit({ ...free, credit: paise(0) })).toEqual(free.amounts)
})
