import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { formatPaymentStatus, isCashDue } from '../../orders/shared/order-text.ts'
import { PaymentStatus } from './payment-status.tsx'

test.each([
  ['Pending', 'Placed', 'Pending', true],
  ['Pending', 'Shipped', 'Pending', true],
  ['Paid', 'Delivered', 'Paid', false],
  ['Pending', 'Cancelled', 'Nothing to pay', false],
  ['Pending', 'Refused', 'Nothing to pay', false],
  ['Pending', 'Undelivered', 'Nothing to pay', false],
  ['Refunded', 'Cancelled', 'Refunded', false],
  ['Failed', 'Cancelled', 'Failed', false],
] as const)('an order that is %s and %s says %s', (paymentStatus, orderStatus, text, isDue) => {
  const order = { paymentStatus, orderStatus }
  expect(render(<PaymentStatus order={order} className="" />).container.textContent).toBe(text)
  expect(isCashDue(order)).toBe(isDue)
})

test('what is to be paid online is not due on delivery', () => {
  const order = { paymentStatus: 'Pending', orderStatus: 'Placed', isToBePaid: true } as const
  expect(render(<PaymentStatus order={order} className="" />).container.textContent).toBe('Pending')
  expect([isCashDue(order), formatPaymentStatus(order)]).toEqual([false, 'To be paid online'])
})
