import { describe, expect, test } from 'vitest'
import { parcelStates } from '../shipping/parcel-states.ts'
import { isAgainstCourier } from './against-courier.ts'
import type { OrderStatus } from './order-status.ts'

describe('changes against what the courier says', () => {
  test.each<[to: OrderStatus, fits: readonly string[]]>([
    ['Shipped', parcelStates],
    ['Delivered', ['booked', 'pickup failed', 'delivered', 'cancelled']],
    ['Refused', ['booked', 'pickup failed', 'failed', 'returning', 'returned', 'lost', 'damaged', 'cancelled']],
    ['Undelivered', ['booked', 'pickup failed', 'failed', 'returning', 'returned', 'lost', 'damaged', 'cancelled']],
    ['Cancelled', ['booked', 'pickup failed', 'cancelled']],
  ])('%s', (to, fits) => {
    expect(parcelStates.filter((state) => !isAgainstCourier({ state, to }))).toEqual(fits)
  })
})
