import { expect, test } from 'vitest'
import { readSale } from './read-sale.ts'

const cells = { price: '900', salePrice: '700', saleStartsAt: '2026-11-20', saleEndsAt: '2026-11-27' }
/** The first moment after the last day in India. */
const endsAt = new Date('2026-11-28T00:00:00+05:30')

test('the last day of a sale belongs to it, in India', () => {
  const sale = { price: 700, startsAt: new Date('2026-11-20T00:00:00+05:30'), endsAt }
  expect(readSale({ cells, now: new Date(endsAt.getTime() - 1) })).toEqual({ cells: { price: '900' }, sale, notes: [] })
  expect(readSale({ cells, now: endsAt })).toEqual({
    cells: { price: '900' },
    sale: undefined,
    notes: ['The sale at 700 ended on 2026-11-27, and is left out.'],
  })
})

test('a sale without a first day starts at once, and a price without a regular one is no sale', () => {
  const now = new Date('2026-11-25T10:00:00Z')
  expect(readSale({ cells: { price: '900', salePrice: '700', saleEndsAt: '2026-11-27' }, now }).sale).toEqual({
    price: 700,
    startsAt: now,
    endsAt,
  })
  expect(readSale({ cells: { salePrice: '700', saleEndsAt: '2026-11-27' }, now })).toEqual({
    cells: { price: '700' },
    sale: undefined,
    notes: [],
  })
})
