import { expect, test } from 'vitest'
import { protectText } from './spreadsheet-rules.ts'

test.each([
  '2-3',
  '10/12',
  '1-2-26',
  '3 Mar',
  '3-March',
  'MAR10',
  'DEC25',
  'Sept 2',
  'may-5',
  '1E5',
  '2e-7',
  '007',
  '412345678901',
  '120210000000000123',
])('a spreadsheet shows %s as it is', (text) => {
  expect(protectText(text)).toBe(`'${text}`)
})

test.each([
  'M',
  '32',
  '2.5',
  '2026-11-29',
  '18:05',
  'TEN10',
  'Marigold 5',
  'MAYUR12',
  '2 to 3',
  'L-XL',
  '2-3 Y',
  '9876543210',
  '0',
  '',
  "'007",
  'x'.repeat(500),
])('the text %s stays the same, because a spreadsheet shows it so', (text) => {
  expect(protectText(text)).toBe(text)
})
