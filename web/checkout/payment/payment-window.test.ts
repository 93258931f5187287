import { expect, test, vi } from 'vitest'
import { openPaymentWindow } from './payment-window.ts'

test('the window hides payments by UPI ID', async () => {
  const open = vi.fn()
  const opened = vi.fn()
  class Razorpay {
    on = () => {}
    open = open
    constructor(options: object) {
      opened(options)
    }
  }
  const address = { firstName: 'Asha', lastName: 'Rao', email: 'asha@example.com', phone: '9876543210' }
  void openPaymentWindow({
    Razorpay,
    paymentOrder: { id: 'order_A', amount: 100, currency: 'INR', keyId: 'rzp_test_A' },
    address: address as never,
    storeName: 'Shop',
    description: '1 item',
    signal: new AbortController().signal,
  })
  expect(open).toHaveBeenCalledOnce()
  expect(opened.mock.calls[0]?.[0]).toMatchObject({ config: { display: { hide: [{ method: 'upi', flows: ['collect'] }] } } })
})
