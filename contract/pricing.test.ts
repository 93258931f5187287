import { expect, test } from 'vitest'
import { paise, toPaise, toRupees } from './money.ts'
import { calculateSubtotal, calculateTotal, sumPaise } from './pricing.ts'

test('a subtotal is the price times the quantity', () => {
  expect(calculateSubtotal({ price: paise(129_950), quantity: 3 })).toBe(389_850)
})

test('a total adds up all lines', () => {
  const items = [
    { price: paise(129_950), quantity: 2 },
    { price: paise(1), quantity: 99 },
  ]
  expect(calculateTotal(items)).toBe(259_999)
})

test('nothing costs nothing', () => {
  expect(calculateTotal([])).toBe(0)
  expect(sumPaise([])).toBe(0)
})

test('amounts with paise add up exactly', () => {
  const prices = [0.1, 0.2, 19.99].map((price) => ({ price: toPaise(price), quantity: 3 }))
  expect(toRupees(calculateTotal(prices))).toBe(60.87)
})

test('a quantity that is not whole is an error', () => {
  expect(() => calculateSubtotal({ price: paise(101), quantity: 0.5 })).toThrow(RangeError)
})
