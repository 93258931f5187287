import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { DailyChart, listTicks } from './daily-chart.tsx'

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [7, [0, 2, 4, 6, 8]],
  [24, [0, 5, 10, 15, 20, 25]],
  [99_950, [0, 20_000, 40_000, 60_000, 80_000, 100_000]],
])('ticks up to %d', (maximum, ticks) => {
  expect(listTicks(maximum)).toEqual(ticks)
})

test('each tick has a gridline, and the tallest bar ends below the top', () => {
  const days = [3, 0, 7].map((visits, index) => ({ day: `2026-03-0${index + 1}`, visits, orders: 0, takings: 0, codDue: 0 }))
  const { container } = render(<DailyChart days={days} name="visits" title="Visits" format={String} />)
  const lines = [...container.querySelectorAll('line')].map((line) => line.getAttribute('y1'))
  expect(lines).toEqual(['100%', '75%', '50%', '25%', '0%'])
  const bars = [...container.querySelectorAll('rect[y]')].map((bar) => bar.getAttribute('height'))
  expect(bars).toEqual(['37.5%', '0%', '87.5%'])
  expect(container.querySelector('[role=img]')?.getAttribute('aria-label')).toBe(
    'Visits per day since Sun, 1 Mar; the table shows the same numbers',
  )
})
