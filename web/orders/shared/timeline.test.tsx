import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { OrderTimeline } from './timeline.tsx'

const at = (event: string) => ({ event, happenedAt: '2026-07-22T10:40:00.000Z' })

test('shows the events with their time, marks the latest and lists the steps ahead', () => {
  render(<OrderTimeline orderStatus="Packed" events={[at('Placed'), at('Confirmed'), at('Packed')]} />)
  const steps = screen.getAllByRole('listitem')
  expect(steps.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Placed22 Jul, 4:10\spm$/),
    expect.stringMatching(/^Confirmed22 Jul/),
    expect.stringMatching(/^Packed22 Jul.*Your order is packed and ready for the courier\.$/),
    'Shipped, not yet done',
    'Delivered, not yet done',
  ])
  expect(steps.map((step) => step.getAttribute('aria-current'))).toEqual([null, null, 'step', null, null])
})

test('the current step is the status of the order, whatever was paid or refunded after it', () => {
  const { rerender } = render(<OrderTimeline orderStatus="Placed" events={[at('Placed'), at('Paid')]} />)
  const getCurrent = () => screen.getByRole('listitem', { current: 'step' }).textContent
  expect(getCurrent()).toContain('Placed')
  rerender(<OrderTimeline orderStatus="Delivered" events={[at('Placed'), at('Delivered'), at('Refunded')]} />)
  expect(getCurrent()).toContain('Delivered')
  expect(screen.getByText('Your refund is on its way.')).toBeTruthy()
  expect(screen.getAllByRole('listitem')).toHaveLength(2)
})

test('a payment and changes belong to their steps, so that the timeline has the five steps that it counts', () => {
  render(<OrderTimeline orderStatus="Confirmed" events={[at('Placed'), at('Paid'), at('Confirmed'), at('Address changed')]} />)
  expect(screen.getByText('Step 2 of 5')).toBeTruthy()
  const [placed, confirmed, ...ahead] = screen.getAllByRole('listitem')
  expect(placed?.textContent).toMatch(/^Placed.*Paid/)
  expect(confirmed?.textContent).toMatch(/^Confirmed.*Your order is confirmed.*Address changed.*We have changed the delivery address\.$/)
  expect(ahead).toHaveLength(3)
})

test('a refused order ends with the refusal', () => {
  render(<OrderTimeline orderStatus="Refused" events={[at('Placed'), at('Refused')]} />)
  const steps = screen.getAllByRole('listitem')
  expect(steps).toHaveLength(2)
  expect(steps[1]?.textContent).toContain('Refused on delivery')
})
