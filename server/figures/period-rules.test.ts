import { expect, test } from 'vitest'
import { countDays, findPeriods } from './period-rules.ts'

const today = '2026-03-10'

test.each([
  [{ days: '7' }, '2026-03-04', '2026-03-10', '2026-02-25', '2026-03-03'],
  [{ days: '30' }, '2026-02-09', '2026-03-10', '2026-01-10', '2026-02-08'],
  [{ days: '30', month: '2026-02' }, '2026-02-01', '2026-02-28', '2026-01-01', '2026-01-31'],
  [{ days: '30', month: '2025-12' }, '2025-12-01', '2025-12-31', '2025-11-01', '2025-11-30'],
  [{ days: '7', month: '2026-01' }, '2026-01-01', '2026-01-31', '2025-12-01', '2025-12-31'],
  [{ days: '7', month: '2026-03' }, '2026-03-01', '2026-03-10', '2026-02-01', '2026-02-10'],
] as const)('the days of %o, with the period before', (query, from, to, beforeFrom, beforeTo) => {
  expect(findPeriods({ query, today })).toEqual({ period: { from, to }, before: { from: beforeFrom, to: beforeTo } })
})

test('the month before may have fewer days than this month has had', () => {
  expect(findPeriods({ query: { days: '7', month: '2026-03' }, today: '2026-03-30' }).before).toEqual({
    from: '2026-02-01',
    to: '2026-02-28',
  })
})

test('a period has its last day, too', () => {
  expect(countDays({ from: '2024-02-01', to: '2024-02-29' })).toBe(29)
})
