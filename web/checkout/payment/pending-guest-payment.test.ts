import { expect, test } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import { sampleProduct } from '../../api/fake-api.ts'
import { getGuestCart, updateGuestCart } from '../../cart/state/guest-cart.ts'
import { readPlacedOrders } from '../../orders/placed/placed-orders.ts'
import { finishPendingPayment, savePendingPayment } from './pending-guest-payment.ts'

const address = {
  firstName: 'Asha',
  lastName: 'Rao',
  address: '12 Lake Road',
  city: 'Bengaluru',
  state: 'Karnataka',
  pinCode: '560001',
  phone: '9876543210',
  email: 'asha@example.com',
}
const order = {
  number: '7K3M-9QXT',
  createdAt: new Date().toISOString(),
  products: [],
  totalPrice: 799,
  paymentStatus: 'Paid',
} as unknown as Order

test('a paid order takes its items out of the cart once; what was added since stays', () => {
  const paid = { ...sampleProduct, qty: 1, size: 'M' } as const
  updateGuestCart(() => [{ ...paid, qty: 3 }])
  savePendingPayment({ token: 'token', lines: [paid], address })
  finishPendingPayment({ token: 'another', order })
  expect([getGuestCart(), readPlacedOrders()]).toMatchObject([[{ qty: 3 }], []])
  finishPendingPayment({ token: 'token', order })
  finishPendingPayment({ token: 'token', order })
  expect(getGuestCart()).toMatchObject([{ qty: 2 }])
  expect(readPlacedOrders()).toMatchObject([{ number: '7K3M-9QXT', isPaid: true, phone: '9876543210', total: 799 }])
})
