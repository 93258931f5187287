import { expect, test } from 'vitest'
import { paise } from '#contract/money.ts'
import { parseAmount, parseRemittanceLine } from './remittance-rules.ts'

test.each([
  ['1299', 129_900],
  ['₹1,299.50', 129_950],
  ['Rs. 1,29,900', 12_990_000],
  ['INR 799.5', 79_950],
  ['799/-', 79_900],
  ['', 'The amount is missing.'],
  ['0.00', 'An amount must be more than ₹0.'],
  ['-799', 'An amount must be more than ₹0.'],
  ['(799)', 'An amount must be more than ₹0.'],
  ['1299.505', 'The amount 1299.505 has more than two decimals.'],
  ['1.299,50', 'The amount 1.299,50 cannot be read. Write it as 1299.50.'],
  ['=SUM(B2:B9)', 'A cell is a formula. Copy its value instead.'],
  ['12,99', 'The amount 12,99 cannot be read. Write it as 1299.50.'],
  ['99999999999', 'The amount 99999999999 is too large.'],
  ['paid', 'The amount paid cannot be read. Write it as 1299.50.'],
])('the amount %o is %o', (text, amount) => {
  expect(parseAmount(text)).toBe(amount)
})

test.each([
  [['ab 12', '799', 'UTR1', '22/11/2026'], { trackingNumber: 'AB12', amount: paise(79_900), reference: 'UTR1', paidOn: '2026-11-22' }],
  [['AB12', '799'], { trackingNumber: 'AB12', amount: paise(79_900), reference: null, paidOn: null }],
  [['AB12', '799', '', '31-02-2026'], { problem: 'The date 31-02-2026 cannot be read. Write it as 2026-11-22 or 22-11-2026.' }],
  [['', '799'], { problem: 'The tracking number is missing.' }],
  [['=A1', '799'], { problem: 'A cell is a formula. Copy its value instead.' }],
  [['AB12', '1', '299.00'], { problem: 'An amount with a comma must be in quotation marks: "1,299.00".' }],
  [
    ['1.23E+11', '799'],
    { problem: 'The spreadsheet has shortened a number to 1.23E+11. Format its column as text, and copy the line again.' },
  ],
])('the cells %o are read', (cells, line) => {
  expect(parseRemittanceLine(cells)).toEqual(line)
})
