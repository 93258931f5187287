import { expect, test } from 'vitest'
import { findStepIndex, listOrderSteps } from './fulfilment-steps.ts'

const at = (event: string) => ({ event, happenedAt: '2026-07-22T10:40:00.000Z' })

test('an open order has its events and the steps ahead', () => {
  const steps = listOrderSteps({ orderStatus: 'Confirmed', events: [at('Placed'), at('Paid'), at('Confirmed')] })
  expect(steps.map(({ event }) => event)).toEqual(['Placed', 'Confirmed', 'Packed', 'Shipped', 'Delivered'])
  expect(steps[0]?.details).toEqual([at('Paid')])
  expect(steps.filter(({ happenedAt }) => happenedAt === undefined)).toHaveLength(3)
})

test.each(['Cancelled', 'Refused', 'An unknown status'])('an order with status %s has no steps ahead', (orderStatus) => {
  expect(listOrderSteps({ orderStatus, events: [at('Placed'), at(orderStatus)] })).toHaveLength(2)
  expect(findStepIndex(orderStatus)).toBeUndefined()
})

test('a delivered order has no steps ahead and the last index', () => {
  expect(listOrderSteps({ orderStatus: 'Delivered', events: [at('Delivered')] })).toHaveLength(1)
  expect(findStepIndex('Delivered')).toBe(4)
})
