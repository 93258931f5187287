import { expect, test } from 'vitest'
import { toAddressLine } from './address-line.ts'

test.each([
  ['4 Mill Road\r\nMumbai 400013', '4 Mill Road, Mumbai 400013'],
  ['4 Mill Road,\n\n Lower Parel ,\nMumbai 400013.', '4 Mill Road, Lower Parel , Mumbai 400013.'],
  ['4 Mill Road, Mumbai', '4 Mill Road, Mumbai'],
  ['', ''],
])('%j is the line %j', (text, line) => {
  expect(toAddressLine(text)).toBe(line)
})
