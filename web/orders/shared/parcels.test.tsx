import { render, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ParcelJourney } from '#contract/shipping/parcel-journey.ts'
import { Parcels } from './parcels.tsx'

const shipments = [
  { courierName: 'Delhivery', trackingNumber: 'FWD1', trackingUrl: 'https://example.com/FWD1', shippedAt: '2026-11-28T10:00:00.000Z' },
]
const step = (state: ParcelJourney['state'], hour: number) => ({ state, at: `2026-11-28T0${hour}:00:00.000Z`, place: `Town ${hour}` })
const steps = [step('out for delivery', 9), step('in transit', 8), step('in transit', 7), step('in transit', 6), step('picked up', 5)]

test('the way of a parcel is a list of steps, the newest first, and the earlier ones are asked for', () => {
  render(<Parcels shipments={shipments} journey={{ state: 'out for delivery', expectedOn: '2026-11-30', steps }} />)
  const list = screen.getByRole('list', { name: 'The way of the parcel, newest first' })
  const texts = within(list)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
  expect(texts).toHaveLength(4)
  expect(texts[0]).toMatch(/^Out for delivery, Town 9.*2:30 pm$/)
  expect(screen.getByText(/expected by 30 November 2026/)).toBeDefined()
  expect(screen.getByText('Earlier steps').closest('details')?.open).toBe(false)
})

test('a parcel without a journey has its number only, and an order without a parcel nothing', () => {
  const { container, rerender } = render(<Parcels shipments={shipments} />)
  expect(container.textContent).toContain('FWD1')
  expect(container.querySelector('ol')).toBeNull()
  rerender(<Parcels shipments={[]} />)
  expect(container.textContent).toBe('')
})
