import { expect, test } from 'vitest'
import { toPaise } from '../kernel/money.ts'
import { countTaxPieces, describePriceProblem, isTaxed } from './price-problems.ts'
import type { DatedRate } from './tax-rates.ts'

const rates: readonly DatedRate[] = [
  { hsnPrefix: '61', upTo: null, rate: 1_800 },
  { hsnPrefix: '61', upTo: toPaise(2_500), rate: 500 },
  { hsnPrefix: '6117', upTo: toPaise(1_000), rate: 500 },
]
const describe = ({ price = 799, pieces = 1, hsnCode = '6109' as string | null }) => describePriceProblem({ rates, hsnCode, price, pieces })

test('a price between two rates is described with both sides and the rate that is used', () => {
  const sides = 'up to ₹2,625 it is 5 %, from ₹2,950.01 18 %. 18 % is used.'
  expect(describe({ price: 2_700 })).toBe(`₹2,700 a piece fits no rate: ${sides}`)
  expect(describe({ price: 2_625.01 })).toBe(`₹2,625.01 a piece fits no rate: ${sides}`)
  expect(describe({ price: 2_950 })).toBe(`₹2,950 a piece fits no rate: ${sides}`)
  expect([2_625, 2_950.01, 1, 100_000].map((price) => describe({ price }))).toEqual([undefined, undefined, undefined, undefined])
})

test('a pack counts by its pieces, and the price of one is never rounded out of the gap', () => {
  expect(describe({ price: 4_000, pieces: 2 })).toBeUndefined()
  expect(describe({ price: 5_400, pieces: 2 })).toMatch(/^₹2,700 a piece fits no rate/)
  expect(describe({ price: 7_875.01, pieces: 3 })).toMatch(/^₹2,625\.01 a piece fits no rate/)
})

test('an HSN code without a rate is named, and one whose rates end below the price', () => {
  expect(describe({ hsnCode: '7117' })).toBe('HSN code 7117 has no tax rate.')
  expect(describe({ hsnCode: '6117', price: 2_000 })).toBe('₹2,000 a piece has no tax rate: those of HSN code 6117 end below it.')
  expect(describe({ hsnCode: null })).toBeUndefined()
})

test('the pieces for the tax are those of the product, else the items in its pack, else one', () => {
  expect([{ taxPieces: 2, itemsInPack: 4 }, { itemsInPack: 4 }, {}].map(countTaxPieces)).toEqual([2, 4, 1])
})

test('sales have tax in a shop with a GSTIN that is not under the composition scheme', () => {
  const settings = (gstin: string, registration: 'regular' | 'composition') => ({ shop: { gstin }, tax: { registration } }) as never
  expect(isTaxed(settings('27AAPFU0939F1ZV', 'regular'))).toBe(true)
  expect(isTaxed(settings('27AAPFU0939F1ZV', 'composition'))).toBe(false)
  expect(isTaxed(settings('', 'regular'))).toBe(false)
})
