import { expect, test } from 'vitest'
import { findFinancialYear, findMissedDeadline, writeDocumentNumber } from './documents.ts'

test.each([
  ['2026-03-31T18:29:59.999Z', '25-26'],
  ['2026-03-31T18:30:00.000Z', '26-27'],
  ['2026-04-01T00:00:00.000+05:30', '26-27'],
  ['2026-11-23T12:00:00.000Z', '26-27'],
  ['2026-12-31T18:30:00.000Z', '26-27'],
  ['2027-03-31T23:59:59.999+05:30', '26-27'],
  ['2099-04-01T00:00:00.000+05:30', '99-00'],
])('%s is in the financial year %s', (at, year) => {
  expect(findFinancialYear(new Date(at))).toBe(year)
})

test('a number has at most 16 characters', () => {
  expect(writeDocumentNumber({ series: 'LL', year: '26-27', number: 123 })).toBe('LL/26-27/000123')
  expect(writeDocumentNumber({ series: 'LLX', year: '26-27', number: 999_999 })).toHaveLength(16)
})

test.each([
  ['2026-03-31T18:29:59.999Z', '2026-11-30T18:29:59.999Z', undefined],
  ['2026-03-31T18:29:59.999Z', '2026-11-30T18:30:00.000Z', '30 November 2026'],
  ['2026-03-31T18:30:00.000Z', '2026-11-30T18:30:00.000Z', undefined],
  ['2026-04-01T12:00:00.000Z', '2027-12-01T00:00:00.000+05:30', '30 November 2027'],
  ['2099-12-01T12:00:00.000Z', '2100-12-02T12:00:00.000Z', '30 November 2100'],
])('an invoice of %s that is credited on %s has missed: %s', (invoiceIssuedAt, at, missed) => {
  expect(findMissedDeadline({ invoiceIssuedAt: new Date(invoiceIssuedAt), at: new Date(at) })).toBe(missed)
})
