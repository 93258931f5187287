import { expect, test } from 'vitest'
import type { AdminOrderDetail } from '#contract/orders/admin-orders.ts'
import { isPaidAfterPacking } from './paid-after-packing.ts'

const isPaid = (orderStatus: AdminOrderDetail['orderStatus'], ...names: string[]) =>
  isPaidAfterPacking({ orderStatus, events: names.map((event) => ({ event })) as AdminOrderDetail['events'] })

test('the papers of an order that is paid after it was packed are old until it is delivered', () => {
  expect(isPaid('Packed', 'Placed', 'Packed', 'Paid')).toBe(true)
  expect(isPaid('Shipped', 'Placed', 'Packed', 'Paid', 'Shipped')).toBe(true)
  expect(isPaid('Packed', 'Placed', 'Paid', 'Packed')).toBe(false)
  expect(isPaid('Packed', 'Placed', 'Packed')).toBe(false)
  expect(isPaid('Confirmed', 'Placed', 'Paid')).toBe(false)
  expect(isPaid('Delivered', 'Placed', 'Packed', 'Paid', 'Delivered')).toBe(false)
})
