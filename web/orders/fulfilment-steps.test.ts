import { expect, test } from 'vitest'
import { findPlace, listSteps } from './fulfilment-steps.ts'

const at = (event: string) => ({ event, happenedAt: '2026-07-22T10:40:00.000Z' })

test('a live order shows what happened and what is still to come', () => {
  const steps = listSteps({ orderStatus: 'Confirmed', events: [at('Placed'), at('Paid'), at('Confirmed')] })
  expect(steps.map(({ event }) => event)).toEqual(['Placed', 'Paid', 'Confirmed', 'Packed', 'Shipped', 'Delivered'])
  expect(steps.filter(({ happenedAt }) => happenedAt === undefined)).toHaveLength(3)
})

test.each(['Cancelled', 'Refused', 'A state of tomorrow'])('nothing is promised after %s', (orderStatus) => {
  expect(listSteps({ orderStatus, events: [at('Placed'), at(orderStatus)] })).toHaveLength(2)
  expect(findPlace(orderStatus)).toBeUndefined()
})

test('a delivered order has come to its end', () => {
  expect(listSteps({ orderStatus: 'Delivered', events: [at('Delivered')] })).toHaveLength(1)
  expect(findPlace('Delivered')).toBe(4)
})
