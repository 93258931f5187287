import { expect, test } from 'vitest'
import { policy } from '../kernel/limits/policy-numbers.ts'
import { describeExpectedDay, estimateDelivery, formatDeliveryDay, formatEstimate } from './delivery-estimate.ts'

test.each([
  ['an order of a Monday', '2026-11-23T06:00:00Z', '2026-11-28', '2026-11-30'],
  ['a last day that is a Sunday', '2026-11-22T06:00:00Z', '2026-11-27', '2026-11-30'],
  ['a first day that is a Sunday', '2026-11-24T06:00:00Z', '2026-11-30', '2026-12-01'],
  ['the last minute of a day in India', '2026-11-23T18:29:59Z', '2026-11-28', '2026-11-30'],
  ['the first minute of the next day in India', '2026-11-23T18:30:00Z', '2026-11-30', '2026-12-01'],
  ['the end of a year', '2026-12-26T06:00:00Z', '2026-12-31', '2027-01-02'],
  ['a Sunday after the end of a year', '2026-12-27T06:00:00Z', '2027-01-01', '2027-01-04'],
  ['a leap day', '2028-02-22T06:00:00Z', '2028-02-28', '2028-02-29'],
])('%s', (_, orderedAt, from, by) => {
  expect(estimateDelivery({ orderedAt: new Date(orderedAt), policies: policy })).toEqual({ from, by })
})

test('an estimate names the day', () => {
  expect(formatDeliveryDay('2027-01-02')).toBe('Sat, 2 Jan')
  expect(formatEstimate({ orderedAt: new Date('2026-11-23T06:00:00Z'), policies: policy })).toBe('by Mon, 30 Nov')
})

test.each([
  ['2026-11-30T18:29:59Z', 'Estimated delivery by Mon, 30 Nov.'],
  ['2026-11-30T18:30:00Z', 'Delivery was estimated by Mon, 30 Nov. If your order has not arrived, please contact us.'],
])('at %s an order says %s', (now, text) => {
  expect(describeExpectedDay({ expectedBy: '2026-11-30', now: new Date(now) })).toBe(text)
})
