import { expect, test } from 'vitest'
import { normalizePhone, normalizePinCode } from './normalize-digits.ts'

test('a phone number in any usual writing is its ten digits', () => {
  for (const text of [
    '9876543210',
    '+91 98765 43210',
    '+91-98765-43210',
    '0091 9876543210',
    '919876543210',
    '098765 43210',
    '(+91) 98765.43210',
  ])
    expect(normalizePhone(text)).toBe('9876543210')
})

test('a number that starts with 91 keeps it', () => {
  expect(normalizePhone('9198765432')).toBe('9198765432')
})

test('what is no number is left to be refused', () => {
  expect(normalizePhone('call me')).toBe('callme')
})

test('a PIN code loses its gap', () => {
  expect(normalizePinCode(' 560 001')).toBe('560001')
})
