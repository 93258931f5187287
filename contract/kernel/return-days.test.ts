import { expect, test } from 'vitest'
import { findLastReturnDay, formatReturnDay, isInTime } from './return-days.ts'

test('the last day to return items is counted from the day of the delivery in India', () => {
  expect(findLastReturnDay({ deliveredAt: new Date('2026-11-20T18:29:59Z'), days: 7 })).toBe('2026-11-27')
  // It is the next day there.
  expect(findLastReturnDay({ deliveredAt: new Date('2026-11-20T18:30:00Z'), days: 7 })).toBe('2026-11-28')
  expect(formatReturnDay('2026-11-28')).toBe('28 November 2026')
})

test('items can be returned until the last day has ended in India', () => {
  const lastDay = '2026-11-28'
  const times = ['2026-11-27T18:30:00Z', '2026-11-28T18:29:59.999Z', '2026-11-28T18:30:00Z']
  expect(times.map((now) => isInTime({ lastDay, now: new Date(now) }))).toEqual([true, true, false])
})
