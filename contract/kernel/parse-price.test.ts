import { expect, test } from 'vitest'
import { parsePrice } from './parse-price.ts'

test.each([
  ['799', 799],
  ['Rs. 999', 999],
  ['Rs.1,499', 1499],
  ['rs 1299.50', 1299.5],
  ['₹ 1,29,900.50/-', 129_900.5],
  ['₹\u00a01,299.00', 1299],
  ['1299/-', 1299],
  ['1,299.00 INR', 1299],
  ['MRP Rs. 2,499/-', 2499],
  ['1.299,00', 1299],
  ['12.345,5', 12_345.5],
  ['1299,00', 1299],
  ['１２９９', 1299],
  ['0', 0],
])('%s is ₹%d', (text, rupees) => {
  expect(parsePrice(text)).toBe(rupees)
})

test.each([
  '',
  'cheap',
  '12,99',
  '1.299',
  '1,29',
  '$20',
  '€ 1.299,00',
  '999 - 1499',
  '1e3',
  '-5',
  '.999',
  '1299.5.0',
  '99999999',
  '12 99 rupees',
])('%j is no price', (text) => {
  expect(parsePrice(text)).toBeUndefined()
})
