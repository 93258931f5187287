import { expect, test, vi } from 'vitest'
import { openPaymentWindow } from './payment-window.ts'

/** Opens a window and returns the options that the provider's script got. */
function openWindow(more: { returnPath?: string } = {}) {
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
    ...more,
  })
  expect(open).toHaveBeenCalledOnce()
  return opened.mock.calls[0]?.[0]
}

const hide = [{ method: 'upi', flows: ['collect'] }]

test('the window hides payments by UPI ID', () => {
  expect(openWindow()).toMatchObject({ config: { display: { hide } } })
  expect(openWindow().config.display).not.toHaveProperty('sequence')
})

test('on a phone the window lists UPI above all other methods', () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  expect(openWindow().config.display).toMatchObject({
    hide,
    blocks: { upi: { instruments: [{ method: 'upi' }] } },
    sequence: ['block.upi'],
    preferences: { show_default_blocks: true },
  })
})

test.each([
  ['Mozilla/5.0 (iPhone) Instagram 350.0.0.0', true],
  ['Mozilla/5.0 (Linux; Android 14) [FB_IAB/FB4A;FBAV/480.0]', true],
  ['Mozilla/5.0 (Linux; Android 14) Chrome/130.0 Mobile Safari/537.36', false],
])('the browser %s is sent to a page of the provider: %s', (userAgent, isRedirected) => {
  vi.stubGlobal('navigator', { userAgent })
  const { redirect, callback_url } = openWindow({ returnPath: '/return' })
  const url = new URL('/return', location.href).href
  expect([redirect, callback_url]).toEqual(isRedirected ? [true, url] : [undefined, undefined])
  expect(openWindow()).not.toHaveProperty('redirect')
})
